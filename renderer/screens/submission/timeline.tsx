import type { i18n } from 'i18next';
import { doubtOf, fieldTextsOf } from '../../../contract/answer.ts';
import { errorCodes } from '../../../contract/errors.ts';
import { type ShownState, shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission, SubmissionEvent } from '../../../contract/submission.ts';
import { errorSentences } from '../../sentences.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { isSubmissionState, shownTones } from '../../ui/state-tones.ts';
import { TechnicalDetails } from '../../ui/technical-details.tsx';

/** A step's sentence and details. */
interface Step {
  readonly title: string;
  readonly tone: string;
  readonly lines: readonly string[];
}

function failureText(texts: i18n, t: Translate, data: SubmissionEvent['data']): readonly string[] {
  const { code, message } = data;
  const known = errorCodes.find((candidate) => candidate === code);
  const words =
    known === undefined ? null : errorSentences(texts, { code: known, details: {} }).title;
  const doubt = doubtOf(data);
  const said = typeof message === 'string' && message !== '' ? message : null;
  return [words, doubt && t(doubt.key, { word: doubt.word }), said, ...fieldLines(data)].filter(
    (line) => line !== null,
  );
}

function fieldLines(data: SubmissionEvent['data']): readonly string[] {
  return fieldTextsOf(data).map(({ field, text }) => `${field}: ${text}`);
}

/** The state in an answer, as the submission shows it while it is current. */
function stateOf(data: SubmissionEvent['data'], submission: Submission): ShownState | null {
  if (typeof data.state !== 'string' || !isSubmissionState(data.state)) return null;
  return data.state === submission.state ? shownStateOf(submission) : data.state;
}

/** The LROE's registration number, from the answer that gave the state. */
function registrationOf(
  data: SubmissionEvent['data'],
  { state, registrationNumber: number }: Submission,
  t: Translate,
): readonly string[] {
  return number === null || data.state !== state ? [] : [t('submission.registration', { number })];
}

function describe(
  event: SubmissionEvent,
  submission: Submission,
  t: Translate,
  formats: Formats,
  texts: i18n,
): Step {
  const { kind, data } = event;
  const title = t(`submission.event.${kind}`);
  switch (kind) {
    case 'sending': {
      const size = typeof data.sizeBytes === 'number' ? [formats.bytes(data.sizeBytes)] : [];
      return { title, tone: 'ink', lines: size };
    }
    case 'answered': {
      const state = stateOf(data, submission);
      const seconds =
        typeof data.latencyMs === 'number'
          ? formats.amount((data.latencyMs / 1000).toFixed(2))
          : null;
      return {
        title: state === null ? title : t(`state.${state}`),
        tone: state === null ? 'ink' : shownTones[state],
        lines: [
          ...registrationOf(data, submission, t),
          ...(seconds === null ? [] : [t('submission.eventData.latency', { seconds })]),
          ...fieldLines(data),
        ],
      };
    }
    case 'read_again': {
      const name = typeof data.profile === 'string' ? data.profile : '';
      const state = stateOf(data, submission);
      return {
        title,
        tone: state === null ? 'ink' : shownTones[state],
        lines: [
          ...(state === null ? [] : [t(`state.${state}`)]),
          ...registrationOf(data, submission, t),
          t('submission.eventData.profile', { name }),
          ...fieldLines(data),
        ],
      };
    }
    case 'postponed':
      return { title, tone: 'ink', lines: failureText(texts, t, data) };
    case 'held':
      return { title, tone: 'amber', lines: typeof data.file === 'string' ? [data.file] : [] };
    case 'failed':
    case 'unknown':
      if (data.code === 'answer_queued' && data.asked !== false)
        return { title: t('state.queued_there'), tone: 'ink', lines: [] };
      return {
        title,
        tone: kind === 'failed' ? 'red' : 'violet',
        lines: failureText(texts, t, data),
      };
    case 'resolved': {
      const decision = data.decision;
      const known =
        decision === 'accepted' || decision === 'rejected' || decision === 'not_delivered';
      const note = typeof data.note === 'string' && data.note !== '' ? data.note : null;
      return {
        title,
        tone: 'ink',
        lines: [
          ...(known ? [t(`submission.eventData.decision.${decision}`)] : []),
          ...(note === null ? [] : [t('submission.eventData.note', { note })]),
        ],
      };
    }
    case 'queued':
      return {
        title,
        tone: 'ink',
        lines: typeof data.repeats === 'string' ? [t('submission.eventData.repeats')] : [],
      };
    case 'dismissed':
    case 'reopened':
      return {
        title,
        tone: 'ink',
        lines:
          typeof data.note === 'string' && data.note !== ''
            ? [t('submission.eventData.note', { note: data.note })]
            : [],
      };
    case 'checked':
    case 'cancelled':
    case 'released':
      return { title, tone: 'ink', lines: [] };
  }
}

/** The identifier, schemas and fingerprints of a submission, each once. */
function technicalLines(
  events: readonly SubmissionEvent[],
  { identifier }: Submission,
  t: Translate,
): readonly string[] {
  const lines = events.flatMap(({ kind, data }) => {
    if (kind === 'checked' && typeof data.schema === 'string')
      return [t('submission.eventData.schema', { id: data.schema })];
    if (kind === 'sending' && typeof data.sha256 === 'string')
      return [t('submission.eventData.sha256', { hash: data.sha256 })];
    return [];
  });
  const named = identifier === null ? [] : [t('submission.identifier', { id: identifier })];
  return [...named, ...new Set(lines)];
}

/** The life of a submission, step by step. */
export function Timeline({
  events,
  submission,
}: {
  readonly events: readonly SubmissionEvent[];
  readonly submission: Submission;
}) {
  const { t, formats, i18n } = useTexts();
  const technical = technicalLines(events, submission, t);
  return (
    <section
      className="z-panel z-side"
      aria-label={t('submission.timeline')}
      data-testid="timeline"
    >
      <h2 className="z-panel-title">{t('submission.timeline')}</h2>
      <ol className="z-timeline">
        {events.map((event) => {
          const step = describe(event, submission, t, formats, i18n);
          return (
            <li key={`${event.at}-${event.kind}`}>
              <strong className={`z-tone-${step.tone}`}>{step.title}</strong>
              {step.lines
                .filter((line) => line !== '')
                .map((line) => (
                  <span key={line} className="z-timeline-line">
                    {line}
                  </span>
                ))}
              <time dateTime={event.at}>{formats.moment(event.at, true)}</time>
            </li>
          );
        })}
      </ol>
      {technical.length === 0 ? null : (
        <TechnicalDetails label={t('app.technicalDetails')}>
          {technical.map((line) => (
            <div key={line} className="z-code z-cut" title={line}>
              {line}
            </div>
          ))}
        </TechnicalDetails>
      )}
    </section>
  );
}
