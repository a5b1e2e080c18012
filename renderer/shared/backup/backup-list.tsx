import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Backup } from '../../../contract/backup.ts';
import { goToLeftAside } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { useSaveDocument } from '../documents/use-save-document.ts';
import styles from './backup.module.css';
import { RemoveDialog } from './remove-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

interface BackupListProps {
  readonly backups: readonly Backup[];
  /** Whether there is a history in force, for comparison with a set-aside one. */
  readonly history?: boolean;
  /** In recovery the newest good copy is the next step, and none can be deleted. */
  readonly isWayBack?: boolean;
}

/** Stored copies, newest first, each with its restoration. */
export function BackupList({ backups, history = false, isWayBack = false }: BackupListProps) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<Backup | null>(null);
  const [removed, setRemoved] = useState<Backup | null>(null);
  const newest = newestGood(backups);
  return (
    <>
      {backups.length === 0 ? (
        <p className="z-second z-small">{t('backup.none')}</p>
      ) : (
        <ul className={`z-plain-list ${styles.list}`} aria-label={t('backup.list')}>
          {backups.map((backup) => (
            <BackupItem
              key={backup.id}
              backup={backup}
              comparable={history && backup.kind === 'set_aside'}
              isNext={isWayBack && backup.id === newest?.id}
              onRestore={() => setChosen(backup)}
              onRemove={isWayBack ? null : () => setRemoved(backup)}
            />
          ))}
        </ul>
      )}
      {chosen === null ? null : (
        <RestoreDialog from={{ kind: 'copy', backup: chosen }} onClose={() => setChosen(null)} />
      )}
      {removed === null ? null : (
        <RemoveDialog
          backup={removed}
          isNewest={removed.id === newest?.id}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

/** The copy that recovery offers first. */
function newestGood(backups: readonly Backup[]): Backup | undefined {
  const good = backups.filter(({ restorable }) => restorable);
  return good.find(({ kind }) => kind === 'automatic' || kind === 'archive') ?? good[0];
}

/** A larger piece of a copy than usual, in bytes: its file may be large. */
const pieceBytes = 4 * 1024 * 1024;

interface BackupItemProps {
  readonly backup: Backup;
  readonly comparable: boolean;
  readonly isNext: boolean;
  readonly onRestore: () => void;
  readonly onRemove: (() => void) | null;
}

function BackupItem({ backup, comparable, isNext, onRestore, onRemove }: BackupItemProps) {
  const { t, formats } = useTexts();
  const download = useSaveDocument('backup.read', { tells: 'all' });
  const facts = [
    t(`backup.${backup.kind}`),
    backup.submissions === null
      ? null
      : t('backup.holds', {
          count: backup.submissions,
        }),
    formats.bytes(backup.sizeBytes),
    backup.sealed ? t('backup.sealed') : null,
    backup.includesKeys ? t('backup.withKeys') : null,
    backup.restorable ? null : t(backup.isOlder ? 'backup.older' : 'backup.notRestorable'),
  ];
  return (
    <li className={`z-card ${styles.backup}`} data-testid={`backup-${backup.kind}`}>
      <div className={styles.words}>
        <strong>{formats.moment(backup.createdAt)}</strong>
        <span className="z-second z-small">
          {facts.filter((fact) => fact !== null).join(' · ')}
        </span>
      </div>
      <div className="z-form-actions">
        {backup.kind === 'archive' ? (
          <Button
            variant="default"
            size="xs"
            loading={download.isPending}
            onClick={() => download.mutate({ id: backup.id, limit: pieceBytes })}
          >
            {t('backup.save')}
          </Button>
        ) : null}
        {comparable ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => goToLeftAside(backup.id)}
            data-testid="see-left-aside"
          >
            {t('backup.leftAsideSee')}
          </Button>
        ) : null}
        {backup.restorable ? (
          <Button
            variant={isNext ? 'filled' : 'default'}
            size="xs"
            onClick={onRestore}
            data-testid="restore"
          >
            {t('backup.restore')}
          </Button>
        ) : null}
        {onRemove === null ? null : (
          <Button variant="default" size="xs" onClick={onRemove} data-testid="remove">
            {t('backup.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}
