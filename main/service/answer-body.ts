import { ZubiError } from '../../contract/errors.ts';
import type { RawAnswer } from './client-port.ts';
import { parseJson } from './json-names.ts';

/** Where a value was expected and the kind of value found, never the value itself. */
interface Misfit {
  /** A dotted path; '' for the whole answer. */
  readonly place: string;
  readonly expected: string;
  readonly found: string;
}

export const notUnderstood = (reason: string, misfit: Misfit) =>
  new ZubiError('answer_not_understood', { reason, ...misfit });

const jsonTypes = /^(?:application\/(?:[a-z0-9.-]+\+)?json|text\/json)$/;
const xmlTypes = /^(?:text\/xml|application\/(?:[a-z0-9.-]+\+)?xml)$/;

/** Some services call their JSON a text, or send no content type. */
const textTypes = ['text/html', 'text/plain', ''];

function mediaType({ contentType }: Pick<RawAnswer, 'contentType'>): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * As the content type names it; Latin-1 is read as the Windows set that contains it. A name that
 * nobody knows is none.
 */
function decoderOf({ contentType }: Pick<RawAnswer, 'contentType'>) {
  const name = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1];
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    return new TextDecoder('utf-8', { fatal: true });
  }
}

/** Whether an answer is a page for people, as a proxy's for signing in, whatever its type says. */
export function isPage(raw: Pick<RawAnswer, 'contentType' | 'body'>): boolean {
  const start = Buffer.from(raw.body.subarray(0, 64)).toString();
  const isHtml = /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(raw));
  return isHtml ? /^\s*</.test(start) : /^\s*<(?:!doctype\s+)?html\b/i.test(start);
}

/**
 * Whether an answer is XML: then it is the ledger's response itself, or wraps nothing else. Some
 * services pass the response on as a text, or as the JSON that they usually answer.
 */
export function isXmlAnswer(raw: Pick<RawAnswer, 'contentType' | 'body'>): boolean {
  const type = mediaType(raw);
  if (xmlTypes.test(type)) return true;
  const start = Buffer.from(raw.body.subarray(0, 4096)).toString();
  const isResponse = /^\ufeff?\s*</.test(start) && /<[\w:.-]*Respuesta[\s>]/.test(start);
  return isResponse && (textTypes.includes(type) || jsonTypes.test(type));
}

/**
 * The JSON of an answer. Throws `answer_not_understood` when its content type is not JSON, its
 * bytes do not fit its character set (UTF-8 where it names none) or its text is no JSON, or has a
 * name twice in an object. Some services send it as a JSON string.
 */
export function parseJsonAnswer(raw: Pick<RawAnswer, 'contentType' | 'body'>): unknown {
  const type = mediaType(raw);
  const mayBeJson = textTypes.includes(type) && startsAsJson(raw);
  if (!mayBeJson && !jsonTypes.test(type))
    throw notUnderstood('content_type', whole(type === '' ? 'no content type' : type));
  try {
    const document = parseJson(decoderOf(raw).decode(raw.body));
    const isWrapped = typeof document === 'string' && /^\s*[{[]/.test(document);
    return isWrapped ? parseJson(document) : document;
  } catch {
    throw notUnderstood('json', whole('no JSON'));
  }
}

/** The same; null for what is no JSON. */
export function parseOrNull(raw: Pick<RawAnswer, 'contentType' | 'body'>): unknown {
  try {
    return parseJsonAnswer(raw);
  } catch {
    return null;
  }
}

const whole = (found: string): Misfit => ({ place: '', expected: 'JSON', found });

/** Whether a body begins as an object, a list or a text of JSON. */
export function startsAsJson({ body }: Pick<RawAnswer, 'body'>): boolean {
  return /^\ufeff?\s*[{["]/.test(Buffer.from(body.subarray(0, 64)).toString('utf8'));
}

/**
 * Whether a body begins as JSON and is none: a head without a length hides that its rest is lost.
 */
export function isBrokenJson(raw: Pick<RawAnswer, 'contentType' | 'body'>): boolean {
  if (!startsAsJson(raw)) return false;
  try {
    parseJsonAnswer(raw);
    return false;
  } catch (error) {
    return error instanceof ZubiError && error.details.reason === 'json';
  }
}

/** A body that begins as JSON, also in UTF-16, as JSON whatever its type says. */
export function asJson(raw: RawAnswer): RawAnswer {
  const [first = 1, second = 1] = raw.body;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (isLittle || isBig) {
    const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(raw.body);
    const contentType = raw.contentType?.replace(/;\s*charset=[^;]*/i, '') ?? null;
    return asJson({ ...raw, contentType, body: Buffer.from(text.replaceAll('\0', ' ')) });
  }
  const contentType = (raw.contentType ?? '').replace(/^[^;]*/, 'application/json');
  return startsAsJson(raw) ? { ...raw, contentType } : raw;
}
