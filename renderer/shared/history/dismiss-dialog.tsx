import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { placeHash } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** The submissions to dismiss. */
export interface Dismissible {
  readonly id: string;
  readonly file: string;
}

/** Name of the note in the corner: a later one replaces an earlier one. */
export const dismissalNote = 'dismissal';

/** The core refuses to dismiss these: their outcome is unknown. */
export function isDismissible(state: string): boolean {
  return state === 'rejected' || state === 'partially_accepted' || state === 'failed';
}

interface DismissDialogProps {
  readonly submission: Dismissible;
  readonly onClose: () => void;
}

/** Asks whether to dismiss a submission that was not fully accepted, and why. */
export function DismissDialog({ submission, onClose }: DismissDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const [note, setNote] = useState('');
  const { id, file } = submission;
  const dismiss = useCommand(
    'submissions.dismiss',
    ['submissions.get', 'submissions.list', 'overview.get', 'app.status'],
    {
      about: () => file,
      onDone: () =>
        notify({
          name: dismissalNote,
          tone: 'good',
          lines: [t('dismissal.done', { file })],
          link: { href: placeHash('history', id), text: t('dismissal.see') },
        }),
    },
  );
  return (
    <Dialog onClose={onClose} title={t('dismissal.title')} size="md">
      <DialogForm
        testId="dismiss-dialog"
        save={t('dismissal.save')}
        isSaving={dismiss.isPending}
        error={dismiss.error}
        onClose={onClose}
        onSave={() => dismiss.mutate({ ids: [id], note }, { onSuccess: onClose })}
      >
        <div className="z-second">
          <p>
            <strong>{file}</strong>
          </p>
          <p>{t('dismissal.text')}</p>
        </div>
        <Textarea
          data-autofocus
          label={t('dismissal.note')}
          maxLength={500}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
