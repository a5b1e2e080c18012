import type { Submission } from '../../../contract/submission.ts';
import { reasonTitle } from '../../sentences.ts';
import { DecisionForm } from '../../shared/history/decision-form.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

interface ResolveDialogProps {
  readonly submission: Submission;
  readonly onClose: () => void;
}

/**
 * Asks a person for the outcome of a submission without an answer; shows the known facts, and the
 * effect of each decision.
 */
export function ResolveDialog({ submission, onClose }: ResolveDialogProps) {
  const { t, formats, i18n } = useTexts();
  const { id, company, taxpayer, file } = submission;
  const resolve = useCommand(
    'submissions.resolve',
    ['submissions.get', 'submissions.list', 'app.status'],
    { about: () => file },
  );
  const reason = reasonTitle(i18n, submission.answerCode);
  return (
    <Dialog onClose={onClose} title={t('resolve.title')} size="lg">
      <DecisionForm
        testId="resolve-dialog"
        save={t('resolve.save')}
        many={false}
        command={resolve}
        onDecide={(resolution) => resolve.mutate({ id, ...resolution }, { onSuccess: onClose })}
        onClose={onClose}
      >
        <div className="z-second">
          {submission.sentAt === null ? null : (
            <p>
              {t('resolve.knownSent', { when: formats.moment(submission.sentAt, true), reason })}
            </p>
          )}
          {submission.answerMessage === null ? null : (
            <p>{t('submission.answerSays', { message: submission.answerMessage })}</p>
          )}
          <p>
            {t('resolve.knownWhere', { company: company.fullName, taxId: taxpayer.taxId, file })}
          </p>
        </div>
      </DecisionForm>
    </Dialog>
  );
}
