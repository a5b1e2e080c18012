import { Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { errorCodes } from '../../../contract/errors.ts';
import type { Submission } from '../../../contract/submission.ts';
import { useCommand } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';

const decisions = ['accepted', 'rejected', 'not_delivered'] as const;
type Decision = (typeof decisions)[number];

interface ResolveDialogProps {
  readonly submission: Submission;
  readonly onClose: () => void;
}

/** Asks a person what became of a submission that had no answer; says what is known, and what each decision does. */
export function ResolveDialog({ submission, onClose }: ResolveDialogProps) {
  const { t, formats, i18n } = useTexts();
  const { company, taxpayer } = submission;
  const code = errorCodes.find((known) => known === submission.answerCode) ?? 'answer_not_understood';
  const reason = errorSentences(i18n, { code, details: {} }).title;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [note, setNote] = useState('');
  const resolve = useCommand('submissions.resolve', ['submissions.get', 'submissions.list', 'app.status']);
  return (
    <Dialog onClose={onClose} title={t('resolve.title')} size="lg">
      <DialogForm
        testId="resolve-dialog"
        save={t('resolve.save')}
        isComplete={decision !== null}
        isSaving={resolve.isPending}
        error={resolve.error}
        onClose={onClose}
        onSave={() => {
          if (decision !== null)
            resolve.mutate({ id: submission.id, decision, note }, { onSuccess: onClose });
        }}
      >
        <div className="z-second">
          {submission.sentAt === null ? null : (
            <p>{t('resolve.knownSent', { when: formats.moment(submission.sentAt, true), reason })}</p>
          )}
          {submission.answerMessage === null ? null : (
            <p>{t('submission.answerSays', { message: submission.answerMessage })}</p>
          )}
          <p>
            {t('resolve.knownWhere', {
              company: company.fullName,
              taxId: taxpayer.taxId,
              file: submission.file,
            })}
          </p>
        </div>
        <Radio.Group
          label={t('resolve.legend')}
          value={decision}
          onChange={(value) => setDecision(decisions.find((candidate) => candidate === value) ?? null)}
        >
          <div className="z-form z-radios">
            {decisions.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`resolve.${value}`)}
                description={t(`resolve.${value}Hint`)}
              />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('resolve.note')}
          maxLength={500}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
