import { resolveEscapes, WordSearch } from '../validator/extract/said-words.ts';
import type { SaidWords } from '../validator/validator-port.ts';
import { parseOrNull } from './answer-body.ts';
import { recordsAt } from './answered-records.ts';
import type { RawAnswer } from './client-port.ts';
import { readPath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import { textOf } from './refusals.ts';

/**
 * The first word at the places of results that is no word of refusal. `isOpen`: one that the
 * profile lacks may also say that records were taken.
 */
export function resultIn(
  raw: RawAnswer,
  { answers }: ServiceProfile,
  isOpen: boolean,
): string | null {
  const { result, resultWords, records, record } = answers.submission;
  const document = parseOrNull(raw);
  const entries = records === null ? null : recordsAt(document, records, answers.submission);
  const wordAt = (part: unknown, place: string | null, words: Readonly<Record<string, string>>) => {
    const word = textOf(place === null ? null : (readPath(part, place) ?? null));
    if (Object.hasOwn(words, word)) return words[word] === 'incorrect' ? null : word;
    const isRefusal = refusingWord.test(word) && !ofPart.test(word);
    return isRefusal || !isOpen ? null : word.slice(0, 100);
  };
  const ofRecords = (entries ?? []).map((entry) => wordAt(entry, record.state, record.stateWords));
  return (
    [wordAt(document, result, resultWords), ...ofRecords].find((word) => word !== null) ?? null
  );
}

/** No result at all, HTTP's own names for a refusal, and words for an error. */
const refusingWord =
  /^(?:|0+|-+|false|no|ez|null|ko|[45]\d\d)$|error|fail|incorrect|reject|refus|rechaz|denied|unauth|forbid|request|found|unprocess|inv[aá]lid|denegad|^nok$/i;
const ofPart = /part?ial|parcial|with|[\s_-]con[\s_-]/i;

/** The first word for something taken, in an answer of any shape or in the ledger's headers. */
export function takenWordIn(raw: RawAnswer, { answers }: ServiceProfile): string | null {
  const { resultWords, record } = answers.submission;
  const words = [...Object.entries(resultWords), ...Object.entries(record.stateWords)];
  const own = words.flatMap(([wire, ours]) => (ours === 'incorrect' ? [] : patternOf(wire)));
  const taken = [...own, String.raw`accepted|aceptad[oa]s?|onartu\p{L}{1,3}`].join('|');
  const value = new RegExp(String.raw`["'>]\s*(${taken})\s*\\*["'<]${unlessNone}`, 'iu');
  const text = resolveEscapes(`${raw.contentType ?? ''} ${Buffer.from(raw.body)}`);
  const search = new WordSearch([]);
  search.look(text);
  const said = value.exec(text) ?? registered.exec(text) ?? inPart.exec(text);
  return said?.[1] ?? takenAmong(search.found());
}

/** A name may count what was taken: `"accepted": 2`. */
const unlessNone = String.raw`(?!\s*:\s*(?:\\*["']?(?:0|no|ez|false|null)\b|\[\s*\]))`;
const inPart =
  /(partially[\s_-]*(?:accept|record|process)ed|parcialmente[\s_-]*(?:acepta|registra|procesa)d[oa])/i;
/** A registration number under its own name: one in a sentence may be of another file. */
const registered =
  /["'](?:registration[_-]?number|n[uú]m(?:ero)?[_-]?(?:de[_-]?)?registro|erregistro[_-]?zenbakia)\\*["']\s*:\s*\\*["']?((?=[\w/-]*[1-9])[\w/-]{3,})/i;

/** A word in any case, its parts joined in any way; none for what has no letters, and `true`. */
function patternOf(word: string): string[] {
  if (!/\p{L}{2}/u.test(word) || word === 'true') return [];
  const parts = word.split(/[\s_-]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return [parts.map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, '.')).join(String.raw`[\s_-]*`)];
}

/** Whether a refusal says that the service lost the ledger's answer: that may have the file. */
export const saysAnswerWasLost = ({ body }: RawAnswer): boolean =>
  lostAnswer.test(resolveEscapes(Buffer.from(body.subarray(0, 16_384)).toString()));
const lostAnswer =
  /time[ds]?[\s_-]?out|ECONN|curl error|socket hang up|tiempo de espera|(?:no|sin) (?:ha )?resp(?:ond|uesta|onse)|not? (?:respond|answer)|ez du erantzun/i;

/** The word for something taken among those that were found. */
export function takenAmong({ taken, refusalInText, withErrors }: SaidWords): string | null {
  const partly = /^parcialmente/i.test(refusalInText ?? '') ? refusalInText : null;
  return taken ?? partly ?? withErrors;
}
