import { doubtOf, fieldTextsOf, lastEnd } from '../../../contract/answer.ts';
import { errorCodes } from '../../../contract/errors.ts';
import type { Submission, SubmissionEvent } from '../../../contract/submission.ts';
import { errorSentences } from '../../sentences.ts';
import { useTexts } from '../../texts.ts';
import { ErrorCode } from '../../ui/error-code.tsx';
import styles from './answer-text.module.css';

/** The outcome that a person recorded, with the note. */
function Decision({ event: { data } }: { readonly event: SubmissionEvent }) {
  const { t } = useTexts();
  const { note } = data;
  return (
    <p data-testid="decided">
      {t('submission.event.resolved')}
      {typeof note === 'string' && note !== ''
        ? `: ${t('submission.eventData.note', { note })}`
        : null}
    </p>
  );
}

interface AnswerTextProps {
  readonly submission: Submission;
  readonly events: readonly SubmissionEvent[];
}

/**
 * The service's text about the whole file, by field where given, and why the outcome is unknown, or
 * why the service could not be asked. Where a person decided, that decision.
 */
export function AnswerText({ submission, events }: AnswerTextProps) {
  const { t, i18n } = useTexts();
  const { answerCode } = submission;
  const end = lastEnd(events);
  if (end?.kind === 'resolved') return <Decision event={end} />;
  // A refused question for the outcome has words of its own.
  const asked = end?.data.asked === undefined ? null : end.data.message;
  const message = typeof asked === 'string' ? asked : submission.answerMessage;
  const known = errorCodes.find((code) => code === answerCode);
  const reason =
    known === undefined ? null : errorSentences(i18n, { code: known, details: {} }).title;
  const doubt = end === null ? null : doubtOf(end.data);
  const fields = end === null ? [] : fieldTextsOf(end.data);
  return (
    <>
      {reason === null ? null : <p>{reason}</p>}
      {doubt === null ? null : <p data-testid="doubt">{t(doubt.key, { word: doubt.word })}</p>}
      {message === null ? null : <p>{t('submission.answerSays', { message })}</p>}
      {fields.length === 0 ? null : (
        <ul className={styles.texts} data-testid="field-texts">
          {fields.map(({ field, text }) => (
            <li key={`${field} ${text}`}>
              <span className="z-code">{field}</span> {text}
            </li>
          ))}
        </ul>
      )}
      {answerCode === null ? null : known === undefined ? (
        <span className="z-code">{answerCode}</span>
      ) : (
        <ErrorCode code={known} />
      )}
    </>
  );
}
