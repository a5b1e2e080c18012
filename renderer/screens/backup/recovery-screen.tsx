import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Recovery } from '../../../contract/backup.ts';
import { useMethod } from '../../api/queries.ts';
import { BackupList } from '../../shared/backup/backup-list.tsx';
import { RestoreDialog } from '../../shared/backup/restore-dialog.tsx';
import { RestoreFromFile } from '../../shared/backup/restore-from-file.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { LanguageMenu } from '../../shell/status-pills.tsx';
import { Toasts } from '../../shell/toasts.tsx';
import { useTexts } from '../../texts.ts';
import { ErrorCode } from '../../ui/error-code.tsx';
import { Mark } from '../../ui/mark.tsx';
import styles from './recovery.module.css';

/**
 * The page of an unusable history: what happened, what was not lost, and the ways to recover.
 * Nothing happens automatically.
 */
export function RecoveryScreen({ recovery }: { readonly recovery: Recovery }) {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('backup.list', {});
  const [fresh, setFresh] = useState(false);
  useEffect(() => {
    document.getElementById('root')?.setAttribute('data-ready', 'recovery');
  }, []);
  const isOlder = recovery.code === 'database_older';
  const usable = data?.backups.filter((backup) => backup.restorable) ?? [];
  return (
    <main className={`z-alone ${styles.screen}`} id="content" tabIndex={-1} data-testid="recovery">
      <section className={`z-panel ${styles.panel}`}>
        <div className={styles.head}>
          <Mark size={36} />
          <LanguageMenu />
        </div>
        <h1 className="z-alone-title">
          {t(isOlder ? 'backup.recoveryOlderTitle' : 'backup.recoveryTitle')}
        </h1>
        <p>{t(isOlder ? 'backup.recoveryOlderText' : 'backup.recoveryText')}</p>
        <ErrorCode code={recovery.cause} />
        {usable.length > 0 ? <BackupList backups={usable} isWayBack /> : null}
        {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
        {data === undefined || usable.length > 0 || isOlder ? null : (
          <p>{t('backup.recoveryNone')}</p>
        )}
        <div className="z-form-actions">
          <RestoreFromFile />
          <Button
            variant={isOlder ? 'filled' : 'default'}
            onClick={() => setFresh(true)}
            data-testid="start-new"
          >
            {t('backup.startNew')}…
          </Button>
        </div>
      </section>
      {fresh ? (
        <RestoreDialog from={{ kind: 'new', isOlder }} onClose={() => setFresh(false)} />
      ) : null}
      <Toasts />
    </main>
  );
}
