import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Backup } from '../../../contract/backup.ts';
import { useCommand } from '../../api/queries.ts';
import { goToLeftAside } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';

interface RestoreDialogProps {
  /** Null to begin with an empty history. */
  readonly backup: Backup | null;
  readonly onClose: () => void;
}

/** Says what happens to the present history before a copy takes its place. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const [passphrase, setPassphrase] = useState('');
  const restore = useCommand('backup.restore', ['app.status', 'backup.list']);
  const title = backup === null ? t('backup.startNew') : t('backup.restoreTitle');

  /** Not by the mutation's own callbacks: where the history was damaged, this dialog is gone before the answer is there. */
  async function begin(): Promise<void> {
    const id = backup?.id ?? 'new';
    const { submissions, leftAside, setAside, connectionKept } = await restore.mutateAsync(
      passphrase === '' ? { id } : { id, passphrase },
    );
    const say = (key: 'backup.restored' | 'backup.leftAside', count: number) =>
      t(key, { count, formatted: formats.count(count) });
    const left = leftAside === null || leftAside === 0 ? [] : [say('backup.leftAside', leftAside)];
    const kept = connectionKept ? [t('backup.connectionKept')] : [];
    notify({ tone: 'good', lines: [say('backup.restored', submissions), ...left, ...kept] });
    onClose();
    // What is not in it is to be checked; also where nobody can tell what that is.
    if (setAside !== null && leftAside !== 0) goToLeftAside(setAside);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    // What it is refused for stands in `restore.error`.
    begin().catch(() => undefined);
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="z-form" onSubmit={submit} data-testid="restore-dialog">
        <p>
          {backup === null
            ? t('backup.startNewText')
            : t('backup.restoreText', { date: formats.moment(backup.createdAt) })}
        </p>
        {backup?.sealed ? (
          <SecretInput
            label={t('backup.passphrase')}
            value={passphrase}
            onChange={(event) => setPassphrase(event.currentTarget.value)}
          />
        ) : null}
        {restore.error === null ? null : <ErrorNotice error={restore.error.error} />}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('backup.cancel')}
          </Button>
          <Button
            type="submit"
            loading={restore.isPending}
            disabled={backup?.sealed === true && passphrase === ''}
          >
            {backup === null ? t('backup.startNewConfirm') : t('backup.restoreConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
