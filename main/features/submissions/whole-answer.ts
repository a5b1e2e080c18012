import type { CallError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type {
  AnsweredOutcome,
  FieldTexts,
  RawAnswer,
  SendOutcome,
} from '../../service/client-port.ts';
import type {
  AnswerReading,
  AnswerToRead,
  LedgerResponse,
  RecordSummary,
} from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';

/** The document that was sent. */
export interface SentFile {
  readonly xml: Uint8Array;
  /** The records of the document, for matching the answer with them; never fails. */
  readRecords(): Promise<readonly RecordSummary[]>;
}

/** What settling an outcome needs besides it. */
interface WholeAnswer {
  readonly outcome: SendOutcome;
  /** Those of the document, to be matched with the answer's. */
  readonly records: readonly RecordSummary[];
  /** Null where nothing was answered, or the engine could not read it. */
  readonly reading: AnswerReading | null;
}

/**
 * An answer with what the ledger's response inside it says, whatever it is wrapped in; that is
 * foreign XML: a thread reads it, but for a small one. A refusal or a contradiction that carries a
 * response with records was none: the ledger had it. Never throws.
 */
export async function readWholeAnswer(
  core: Core,
  outcome: SendOutcome,
  file: SentFile,
): Promise<WholeAnswer> {
  if (outcome.kind === 'answered') {
    const { raw, refusals } = outcome;
    return { outcome, ...(await readBoth(core, { body: raw.body, refusals }, file)) };
  }
  const { error, raw } = outcome;
  if (raw && (outcome.kind === 'not_delivered' || error.code === 'answer_contradictory')) {
    const reading = await readAnswer(core, { body: raw.body, refusals: [] });
    if (reading?.response && reading.response.records.length > 0) {
      const records = await file.readRecords();
      return { outcome: toAnswered(error, raw), records, reading };
    }
  }
  return { outcome, records: [], reading: null };
}

function toAnswered({ details }: CallError, raw: RawAnswer): AnsweredOutcome {
  const { message, fields } = details;
  return {
    ...{ kind: 'answered', result: null, absent: ['result'], records: [], refusals: [], raw },
    ...{ identifier: null, registrationNumber: null, code: null, carriesResponse: true },
    message: typeof message === 'string' ? message : null,
    fields: (fields ?? {}) as FieldTexts,
  };
}

type Both = Pick<WholeAnswer, 'records' | 'reading'>;

/**
 * Both in one question to a thread; each alone when that failed: then one of them may be good.
 */
async function readBoth(core: Core, answer: AnswerToRead, file: SentFile): Promise<Both> {
  const together = await core.validator.readAnswered(file.xml, answer).catch(() => null);
  if (together?.records) return { records: together.records, reading: together.answer };
  return { records: await file.readRecords(), reading: await readAnswer(core, answer) };
}

async function readAnswer(core: Core, answer: AnswerToRead): Promise<AnswerReading | null> {
  try {
    return await core.validator.readAnswer(answer);
  } catch (error) {
    core.log.error('ledger_response_not_read', { code: toCallError(error).code });
    return null;
  }
}

/** The ledger's own document; null when it is none, or nobody can read it. */
export async function readResponse(core: Core, xml: Uint8Array): Promise<LedgerResponse | null> {
  try {
    const response = await core.validator.readLedgerResponse(xml);
    if (response === null)
      core.log.warn('ledger_response_not_read', { code: 'answer_not_understood' });
    return response;
  } catch (error) {
    core.log.error('ledger_response_not_read', { code: toCallError(error).code });
    return null;
  }
}
