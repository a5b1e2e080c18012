import type { Backup } from '../../../contract/backup.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

interface RemoveDialogProps {
  readonly backup: Backup;
  /** Whether it is the newest good one. */
  readonly isNewest: boolean;
  readonly onClose: () => void;
}

/** Says what is lost before a copy is deleted; the button confirms it. */
export function RemoveDialog({ backup, isNewest, onClose }: RemoveDialogProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const remove = useCommand('backup.remove', ['backup.list', 'app.status'], {
    about: () => t('backup.removeTitle'),
    onDone: () => notify({ tone: 'good', lines: [t('backup.removed')] }),
  });
  const isAside = backup.kind === 'set_aside';
  const input = { id: backup.id, confirmed: isNewest || isAside };
  return (
    <Dialog onClose={onClose} title={t('backup.removeTitle')}>
      <DialogForm
        testId="remove-dialog"
        isFinal
        save={t('backup.removeConfirm')}
        isSaving={remove.isPending}
        error={remove.error}
        onClose={onClose}
        onSave={() => remove.mutate(input, { onSuccess: onClose })}
      >
        <p>{t('backup.removeText', { date: formats.moment(backup.createdAt) })}</p>
        {isNewest ? <p>{t('backup.removeNewest')}</p> : null}
        {isAside ? <p>{t('backup.removeAside')}</p> : null}
      </DialogForm>
    </Dialog>
  );
}
