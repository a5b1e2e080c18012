import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useLateEnd } from '../../shell/late-end.ts';
import { useNotify } from '../../shell/notify.tsx';
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
  const late = useLateEnd();
  const [note, setNote] = useState('');
  const dismiss = useCommand('submissions.dismiss', [
    'submissions.get',
    'submissions.list',
    'overview.get',
    'app.status',
  ]);
  const { id, file } = submission;
  const link = { href: placeHash('history', id), text: t('dismissal.see') };
  return (
    <Dialog onClose={onClose} title={t('dismissal.title')} size="md">
      <DialogForm
        testId="dismiss-dialog"
        save={t('dismissal.save')}
        isSaving={dismiss.isPending}
        error={dismiss.error}
        onClose={onClose}
        onSave={() => {
          const done = {
            name: dismissalNote,
            tone: 'good',
            lines: [t('dismissal.done', { file })],
            link,
          } as const;
          // The dialog may be gone before the answer: a callback of `mutate` would be lost.
          dismiss.mutateAsync({ ids: [id], note }).then(
            () => {
              notify(done);
              if (late.isShown()) onClose();
            },
            (failure: CallFailure) => late.tellRefusal(failure, file),
          );
        }}
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
