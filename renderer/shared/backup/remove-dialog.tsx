import { Button } from '@mantine/core';
import type { Backup } from '../../../contract/backup.ts';
import { useCommand } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

interface RemoveDialogProps {
  readonly backup: Backup;
  /** Whether it is the newest good one. */
  readonly isNewest: boolean;
  readonly onClose: () => void;
}

/** Says what is lost with a copy before it is deleted; the button is the yes. */
export function RemoveDialog({ backup, isNewest, onClose }: RemoveDialogProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const remove = useCommand('backup.remove', ['backup.list', 'app.status']);
  const isAside = backup.kind === 'set_aside';

  function confirm(): void {
    remove.mutate(
      { id: backup.id, confirmed: isNewest || isAside },
      {
        onSuccess: () => {
          notify({ tone: 'good', lines: [t('backup.removed')] });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog onClose={onClose} title={t('backup.removeTitle')}>
      <div className="z-form" data-testid="remove-dialog">
        <p>{t('backup.removeText', { date: formats.moment(backup.createdAt) })}</p>
        {isNewest ? <p>{t('backup.removeNewest')}</p> : null}
        {isAside ? <p>{t('backup.removeAside')}</p> : null}
        {remove.error === null ? null : <ErrorNotice error={remove.error.error} />}
        <div className="z-form-actions z-form-actions-end">
          <Button
            variant="default"
            color="red"
            loading={remove.isPending}
            onClick={confirm}
            data-testid="remove-confirm"
          >
            {t('backup.removeConfirm')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('backup.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
