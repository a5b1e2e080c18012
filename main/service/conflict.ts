import type { CallError } from '../../contract/errors.ts';
import { startsAsJson } from './answer-body.ts';
import type { RawAnswer } from './client-port.ts';

/**
 * Whether a 409 leaves the outcome open. It surely refuses only without words, or when it says that
 * the data exist and speaks of no earlier request with the same file, which may still be entered.
 */
export function isOpenConflict(raw: RawAnswer, { details }: CallError): boolean {
  const { message, fields } = details;
  const texts = [message ?? '', ...Object.values(fields ?? {}).flat()].join(' ');
  const said = startsAsJson(raw) ? texts : plainTextOf(raw);
  if (!nothing.test(said) && !exists.test(said)) return true;
  // Elsewhere in the answer, a key is a record's.
  return keyWord.test(said) || earlier.test(textOf(raw).replaceAll(wordBreaks, ' '));
}

const keyWord = /\b(?:key|clave|gako\p{L}*)\b/iu;
/** In `requestInProgress` and `REQUEST_IN_PROGRESS`. */
const wordBreaks = /(?<=\p{Ll})(?=\p{Lu})|_/gu;
const nothing = /^(?:409|conflict[oa]?|error|gatazka|[\s:.,-])*$/i;

const exists = new RegExp(
  [
    String.raw`(?<!\bno |\bnot |n[’']t |\bno longer |in)exist|duplic|repetid|\btaken\b`,
    'already (?:been )?(?:registered|recorded|submitted|sent|entered|filed|stored|processed|present|in use)',
    String.raw`\bya (?:consta|figura)|\b(?:consta|figura) ya\b|registrad|presentad|anotad|enviad`,
    String.raw`\bya (?:(?:se )?han? (?:sido )?|fue |est[aá] )?(?:procesad|tramitad)`,
    'badago|badaude|lehendik|bikoi[tz]|errepikat|erregistratuta|bidalita',
  ].join('|'),
  'iu',
);

const earlier = new RegExp(
  [
    String.raw`\bbeing \w+|\bin (?:progress|process|flight|the queue)\b|under ?way|processing`,
    String.raw`pending|\bqueued?\b|\bwait|\bstill\b|idempot|concurren|simult`,
    '(?:previous|earlier|prior|first|original|another|other|same) (?:request|call|submission)',
    'procesando|procesándose|se est[aá]|siendo|tramitando|pendiente',
    String.raw`\besper[ae]\b|todav[ií]a|\ba[uú]n\b`,
    String.raw`\ben (?:curso|proceso|tr[aá]mite|tramitaci|cola)`,
    String.raw`(?:petici|solicitud|llamada|env[ií]o|operaci)\S{0,9} (?:anterior|previ|original)`,
    '(?:anterior|primer|primera|otra|otro|misma|mismo) (?:petici|solicitud|llamada|env[ií]o)',
    String.raw`prozesatzen|prozesuan|izapidetzen|bideratzen|\babian|ilaran|\bzain\b|oraindik`,
    '(?:aurreko|beste|lehen|lehenengo) (?:eskaera|eskari|bidalketa|dei)',
  ].join('|'),
  'iu',
);

/** The registration number in a 409 of any shape, or in the ledger's headers kept with its type. */
export function registrationNumberIn(raw: RawAnswer): string | undefined {
  return registered.exec(textOf(raw))?.[1];
}

const numberNames = [
  String.raw`(?<!\p{L})n(?:[uú]m(?:ero)?|[º°o])?\.?[ _-]?(?:de[ _-]?)?registro`,
  'regist(?:ration|ry|ro)[ _-]?(?:number|num|n[ºo]|id|code)',
  String.raw`erregistro[ _-]?(?:zenbaki|zk)\p{L}{0,9}`,
  'registrad[oa] (?:con|como|bajo)(?: el)?(?: n[uú]mero)?',
  'registered (?:as|with|under)(?: number)?',
].join('|');
const registered = new RegExp(
  String.raw`(?:${numberNames})[\s"'\\:=>.]{1,10}((?=[\p{L}\d/_-]*[1-9])[\p{L}\d/_-]{3,})`,
  'iu',
);

function textOf({ contentType, body }: RawAnswer): string {
  const text = `${contentType ?? ''} ${Buffer.from(body).toString('utf8')}`;
  return text.replaceAll(/\\u([\da-f]{4})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** What a page or a text says, without its tags. */
const plainTextOf = ({ body }: Pick<RawAnswer, 'body'>): string =>
  Buffer.from(body.subarray(0, 16_384))
    .toString('utf8')
    .replaceAll(/<[^<>]*>/g, ' ');
