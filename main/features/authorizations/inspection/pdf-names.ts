import { constants, inflateSync } from 'node:zlib';
import { damaged } from './faults.ts';

/**
 * Names of objects that act by themselves or at a click: they run code, send data, lead to another
 * file, or show what is not on the pages (ISO 32000-1, 12.6.4, 12.7.8, 13; Adobe's extensions for
 * `RichMedia`). A rendition carries its script under `JS` alone (12.6.4.13).
 */
export const activeNames = [
  ...['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
  ...['XFA', 'RichMedia', 'Rendition', 'Movie', 'Sound', '3D'],
] as const;

/**
 * Names refused in an authorization. Names of two letters are not searched in compressed bytes,
 * where chance can spell them.
 */
const wanted: ReadonlySet<string> = new Set([
  'Encrypt',
  ...activeNames,
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
]);
const maxName = 127;
/** Maximum bytes before a stream that are searched for its dictionary. */
const maxDictionary = 4096;
const slash = 0x2f;
const hash = 0x23;
/** White space and the characters that end a name (ISO 32000-1, 7.2.2). */
const isDelimiter = (byte: number) =>
  byte <= 0x20 || '()<>[]{}/%'.includes(String.fromCharCode(byte));
/** Maximum size of all inflated object streams together. */
const maxInflatedBytes = 64 * 1024 * 1024;

interface Stream {
  /** Bytes before the stream, with its dictionary. */
  readonly dictionary: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * The refused names in a PDF: in plain form, with `#` and two digits, or inside object streams,
 * which are inflated up to a limit. Throws `document_damaged` when an object stream cannot be
 * inflated: a document that cannot be inspected is not sent.
 */
export function findPdfNames(bytes: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  let inflatedBytes = 0;
  let at = 0;
  for (const stream of findStreams(bytes)) {
    collectNames(bytes.subarray(at, stream.start), found);
    const packed = bytes.subarray(stream.start, stream.end);
    // A false `stream` keyword could hide objects that a reader shows, so search its content too.
    collectNames(packed, found, 'long');
    const names = listNames(stream.dictionary);
    if (names.has('ObjStm')) {
      const objects = openObjectStream(packed, names, maxInflatedBytes - inflatedBytes);
      inflatedBytes += objects.length;
      collectNames(objects, found);
    }
    at = stream.end;
  }
  collectNames(bytes.subarray(at), found);
  return found;
}

function* findStreams(bytes: Buffer): Generator<Stream> {
  let previous = 0;
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const after = bytes[at + 6];
    if ((after !== 0x0a && after !== 0x0d) || bytes.toString('latin1', at - 3, at) === 'end')
      continue;
    const start = at + (after === 0x0d && bytes[at + 7] === 0x0a ? 8 : 7);
    const closing = bytes.indexOf('endstream', start);
    const end = closing === -1 ? bytes.length : closing;
    const before = bytes.subarray(Math.max(previous, at - maxDictionary), at);
    yield { dictionary: before.subarray(Math.max(0, before.lastIndexOf('obj'))), start, end };
    previous = end;
    at = end;
  }
}

function openObjectStream(packed: Buffer, names: ReadonlySet<string>, maxBytes: number): Buffer {
  const filters = [...names].filter((name) =>
    /(?:Decode|^Fl|^AHx|^A85|^LZW|^RL|^Crypt)$/.test(name),
  );
  if (filters.length === 0) return packed;
  if (filters.some((name) => name !== 'FlateDecode' && name !== 'Fl') || names.has('Predictor')) {
    throw damaged('structure');
  }
  try {
    return inflateSync(packed, {
      maxOutputLength: Math.max(1, maxBytes),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch {
    throw damaged('structure');
  }
}

function collectNames(bytes: Buffer, found: Set<string>, which: 'all' | 'long' = 'all'): void {
  for (const name of readNames(bytes)) {
    if (wanted.has(name) && (which === 'all' || name.length > 2)) found.add(name);
  }
}

function listNames(bytes: Buffer): ReadonlySet<string> {
  return new Set(readNames(bytes));
}

function* readNames(bytes: Buffer): Generator<string> {
  for (let at = bytes.indexOf(slash); at !== -1; at = bytes.indexOf(slash, at + 1)) {
    let end = at + 1;
    let isPlain = true;
    for (let byte = bytes[end]; byte !== undefined && end - at <= maxName; byte = bytes[end]) {
      if (isDelimiter(byte)) break;
      if (byte === hash) isPlain = false;
      end += 1;
    }
    const text = bytes.toString('latin1', at + 1, end);
    yield isPlain ? text : spellOut(text);
  }
}

function spellOut(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
