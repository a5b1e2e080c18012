import { resolveEscapes, WordSearch } from '../validator/extract/said-words.ts';
import type { SaidWords } from '../validator/validator-port.ts';
import { isPage, parseOrNull } from './answer-body.ts';
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
    return isRefusing(word) || !isOpen ? null : word.slice(0, 100);
  };
  const ofRecords = (entries ?? []).map((entry) => wordAt(entry, record.state, record.stateWords));
  return (
    [wordAt(document, result, resultWords), ...ofRecords].find((word) => word !== null) ?? null
  );
}

/** No result at all, HTTP's own names for a refusal, and words for an error. */
const refusingWord =
  /^(?:|0+|-+|n|none|false|null|nok|err|[45]\d\d)$|^(?:not?|ez|ko)(?![\p{L}\d])|error|fail|incorrect|reject|refus|rechaz|denied|denegad|unauth|forbid|request|found|missing|unprocess|inv[aá]lid|err[oó]ne|oker|akats|baliogabe|baztert|malform|exception|unsuccess|expired/iu;
const takenWord = /accept|acept|onart|registered|registrad|erregistratu|record(?:ed|s)/i;
/** "Not accepted" and "rejected with errors" name nothing that was taken. */
const wholeRefusal = /^(?:not?|ez)(?![\p{L}\d])|reject|rechaz|baztert/iu;
/** Of a part, whatever else it says. */
const ofPart = /par(?:t|c|tz)ial|^not?[\s_-](?:all|tod[ao]s)|\d[\s_-](?:accept|acept|correct)/i;
const besideErrors = /(?:with|con|sin|no|without)[\s_-]?err|erroreekin/i;

/** Whether a word that the profile lacks says that nothing was taken. */
function isRefusing(word: string): boolean {
  if (ofPart.test(word)) return false;
  if (wholeRefusal.test(word) && !/^no[\s_-]err/i.test(word)) return true;
  return refusingWord.test(word) && !takenWord.test(word) && !besideErrors.test(word);
}

/**
 * The first word for something taken, in an answer of any shape or in the ledger's headers. Where
 * the service has read the file (`isRead`), also in other words than the profile's or the ledger's,
 * as a count, or in a sentence.
 */
export function takenWordIn(
  raw: Pick<RawAnswer, 'contentType' | 'body'>,
  { answers }: ServiceProfile,
  isRead: boolean,
): string | null {
  const { resultWords, record } = answers.submission;
  const wires = [...Object.entries(resultWords), ...Object.entries(record.stateWords)];
  const own = wires.flatMap(([wire, ours]) => (ours === 'incorrect' ? [] : patternOf(wire)));
  const text = resolveEscapes(`${raw.contentType ?? ''} ${Buffer.from(raw.body)}`);
  const search = new WordSearch([]);
  search.look(text);
  // A page of a firewall or of a wrong address has words of its own.
  const isForeign = !isRead && isPage(raw);
  const find = isRead ? saidInAnyWay : saidAsValue;
  return (isForeign ? undefined : find(text, own)) ?? takenAmong(search.found());
}

/** A word as a whole value of JSON or XML, not as a name. */
function saidAsValue(text: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const value = String.raw`[">]\s*(${words.join('|')})\s*\\*["<](?!\s*:)`;
  return new RegExp(value, 'iu').exec(text)?.[1];
}

function saidInAnyWay(text: string, own: readonly string[]): string | undefined {
  const words = [...own, String.raw`accepted|aceptad[oa]s?|onartu\p{L}{1,3}`];
  const counted = new RegExp(String.raw`"(${words.join('|')})\\*"\s*:(?!\s*(?:${none}))`, 'iu');
  return (
    saidAsValue(text, words) ??
    counted.exec(text)?.[1] ??
    registered.exec(text)?.[1] ??
    inPart.exec(text)?.[1]
  );
}

/** Nothing, none or no, as the value of a name that counts what was taken. */
const none = String.raw`(?:\\*")?\s*(?:-|0|(?:no?|ez|false|null)(?!\p{L}))|\\*"\s*\\*"|\[\s*\]|\{\s*\}`;
const inPart =
  /(partially[\s_-]*(?:accept|record|process)ed|parcialmente[\s_-]*(?:acepta|registra|procesa)d[oa])/i;
/** A registration number under its own name: one in a sentence may be of another file. */
const registered =
  /["'](?:registration[_-]?number|n[uú]m(?:ero)?[_-]?(?:de[_-]?)?registro|erregistro[_-]?zenbakia)\\*["']\s*:\s*\\*["']?((?=[\w/-]*[1-9])[\w/-]{3,})/i;

/** A word in any case, its parts joined in any way; none for what has no letters, and `true`. */
function patternOf(word: string): string[] {
  if (!/\p{L}{2}/u.test(word) || word === 'true') return [];
  const parts = word.split(/[\s_-]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
  return [parts.map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, '.')).join(String.raw`[\s_-]*`)];
}

/** Whether a refusal says that the service lost the ledger's answer: that may have the file. */
export function saysAnswerWasLost({ body }: RawAnswer): boolean {
  const text = resolveEscapes(Buffer.from(body.subarray(0, 16_384)).toString());
  return lostAnswer.test(text.replaceAll(/<(script|style)\b.*?<\/\1>/gis, ''));
}
const lostAnswer =
  /time[ds]?out|(?<![a-z])time[ds]?[\s_-]out(?![a-z]|\s+of\s+range)|\bECONN[A-Z]|connection (?:was )?reset|deadline exceeded|curl error|socket hang up|tiempo de espera|\b(?:no|sin) (?:[^.]{0,24} )?respuesta|\bno (?:ha )?respon(?:dido|de\b(?! a))|\bno (?:response|answer)\b|\bnot (?:respond|answer)|\bez d[a-z]{1,3} erantzun/i;

/** The word for something taken among those that were found. */
export function takenAmong({ taken, refusalInText, withErrors }: SaidWords): string | null {
  const partly = /^parcialmente/i.test(refusalInText ?? '') ? refusalInText : null;
  return taken ?? partly ?? withErrors;
}
