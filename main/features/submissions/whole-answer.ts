import type { CallError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type {
  AnsweredOutcome,
  FieldTexts,
  RawAnswer,
  SendOutcome,
} from '../../service/client-port.ts';
import { isTaken } from '../../service/ledger-response.ts';
import { takenAmong } from '../../service/taken-words.ts';
import { WordSearch } from '../../validator/extract/said-words.ts';
import type {
  AnswerToRead,
  LedgerResponse,
  RecordSummary,
} from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import { type DocumentHeader, type DocumentReading, readingOf } from './foreign-response.ts';

/** The document that was sent. */
export interface SentFile {
  readonly xml: Uint8Array;
  /** Null where an answer is read without its document. */
  readonly header: DocumentHeader | null;
  /** The document's records, to match the answer with them; never fails. */
  readRecords(): Promise<readonly RecordSummary[]>;
}

/** What else is needed to settle an outcome. */
export interface WholeAnswer {
  readonly outcome: SendOutcome;
  /** Those of the document, to match with the answer's. */
  readonly records: readonly RecordSummary[];
  /** Null where there was no answer, or the engine could not read it. */
  readonly reading: DocumentReading | null;
}

/**
 * An answer with the ledger's response inside it, whatever its wrapping. That response is foreign
 * XML, so a thread reads it, except a small one. A refusal or a doubt that carries a response with
 * records is no refusal by the service: the ledger had the file. Nor is one that carries the
 * response to another document. Never throws.
 */
export async function readWholeAnswer(
  core: Core,
  outcome: SendOutcome,
  file: SentFile,
): Promise<WholeAnswer> {
  if (outcome.kind === 'answered') {
    const { raw, refusals } = outcome;
    const { records, reading } = await readBoth(core, { body: raw.body, refusals }, file);
    return { outcome, records, reading: withHeaderWords(reading, raw) };
  }
  const { error, raw } = outcome;
  const isOpen = error.code === 'answer_contradictory' || error.code === 'service_unclear';
  if (raw && (outcome.kind === 'not_delivered' || isOpen)) {
    const reading = await readAnswer(core, { body: raw.body, refusals: [] }, file);
    const told = reading?.response?.records ?? [];
    const word = reading && takenAmong(reading.words);
    const decides = told.length > 0 && !(word && told.every(isTaken));
    if (decides || reading?.isForeign) {
      const records = await file.readRecords();
      return { outcome: toAnswered(error, raw), records, reading };
    }
    // By the answer's words the ledger took it; only the status denies that.
    if (word && outcome.kind === 'not_delivered')
      return { outcome: toDoubt(word, error, raw), records: [], reading };
    return { outcome, records: [], reading };
  }
  return { outcome, records: [], reading: null };
}

/** The ledger's words in the headers that were kept with the content type. */
export function withHeaderWords(
  reading: DocumentReading | null,
  { contentType }: Pick<RawAnswer, 'contentType'>,
): DocumentReading | null {
  const search = new WordSearch([]);
  search.look(contentType ?? '');
  const said = search.found();
  if (reading === null || (said.refusal ?? said.taken) === null) return reading;
  const { words } = reading;
  const refusal = words.refusal ?? said.refusal;
  return { ...reading, words: { ...words, refusal, taken: words.taken ?? said.taken } };
}

/** A refusal around a word for something taken: sending again could send twice. */
function toDoubt(word: string, { details }: CallError, raw: RawAnswer): SendOutcome {
  return {
    kind: 'unknown',
    error: {
      code: 'answer_contradictory',
      details: { ...numbersOf(details), said: 'refused', word },
    },
    raw,
  };
}

function numbersOf({ identifier, registrationNumber }: CallError['details']) {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return { identifier: textOf(identifier), registrationNumber: textOf(registrationNumber) };
}

function toAnswered({ details }: CallError, raw: RawAnswer): AnsweredOutcome {
  const { message, fields } = details;
  return {
    kind: 'answered',
    result: null,
    absent: ['result'],
    records: [],
    refusals: [],
    raw,
    ...numbersOf(details),
    code: null,
    carriesResponse: true,
    message: typeof message === 'string' ? message : null,
    fields: (fields ?? {}) as FieldTexts,
  };
}

type Both = Pick<WholeAnswer, 'records' | 'reading'>;

/** Both in one request to a thread; each alone when that failed, since one of them may be good. */
async function readBoth(core: Core, answer: AnswerToRead, file: SentFile): Promise<Both> {
  const together = await core.validator.readAnswered(file.xml, answer).catch(() => null);
  if (together?.records)
    return { records: together.records, reading: readingOf(together.answer, file.header) };
  return { records: await file.readRecords(), reading: await readAnswer(core, answer, file) };
}

async function readAnswer(
  core: Core,
  answer: AnswerToRead,
  { header }: SentFile,
): Promise<DocumentReading | null> {
  try {
    return readingOf(await core.validator.readAnswer(answer), header);
  } catch (error) {
    core.log.error('ledger_response_not_read', { code: toCallError(error).code });
    return null;
  }
}

/** The ledger's own document; null when it is none, or cannot be read. */
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
