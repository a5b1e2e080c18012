import type { DocumentKind } from '../../../contract/verdict.ts';
import type { IssueCode } from '../issue-codes.ts';

/** The kind of bytes that are no XML, by their beginning; null when they may be XML. */
interface Sniffed {
  readonly kind: DocumentKind;
  readonly code: IssueCode;
  readonly detail: string | null;
}

type Mark = readonly [mark: string, kind: DocumentKind, detail: string];

/** Magic numbers, each byte as a Latin-1 character. */
const marks: readonly Mark[] = [
  ['%PDF-', 'pdf', 'PDF'],
  ['\x89PNG\r\n', 'image', 'PNG'],
  ['\xff\xd8\xff', 'image', 'JPEG'],
  ['GIF8', 'image', 'GIF'],
  ['II*\0', 'image', 'TIFF'],
  ['MM\0*', 'image', 'TIFF'],
  ['BM', 'image', 'BMP'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'spreadsheet', 'XLS'],
  ['7z\xbc\xaf\x27\x1c', 'zip', '7z'],
  ['Rar!\x1a\x07', 'zip', 'RAR'],
];

const codes: Partial<Record<DocumentKind, IssueCode>> = {
  pdf: 'file_is_pdf',
  image: 'file_is_image',
  spreadsheet: 'file_is_spreadsheet',
  zip: 'file_is_zip',
  html: 'file_is_html',
  text: 'file_is_text',
  binary: 'file_is_binary',
  empty: 'file_empty',
};

/** Recognises a document's first bytes; `text` is its decoded beginning. */
export function sniff(bytes: Uint8Array, text: string): Sniffed | null {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  const marked = marks.find(([mark]) => head.startsWith(mark));
  // Two letters can also begin a text.
  if (marked !== undefined && (marked[2] !== 'BMP' || head.includes('\0')))
    return found(marked[1], marked[2]);
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return found('image', 'WEBP');
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return sniffZip(bytes, head);
  const visible = text.trimStart();
  if (visible.length === 0 && isBlank(bytes)) return found('empty', null);
  if (/^<!doctype\s+html|^<(?:html|head|body)[\s>]/i.test(visible)) return found('html', null);
  if (visible.startsWith('<')) return null;
  return looksLikeText(text) ? found('text', null) : found('binary', null);
}

function found(kind: DocumentKind, detail: string | null): Sniffed {
  return { kind, code: codes[kind] ?? 'file_is_binary', detail };
}

function sniffZip(bytes: Uint8Array, head: string): Sniffed {
  if (head.includes('opendocument.spreadsheet')) return found('spreadsheet', 'ODS');
  const tail = Buffer.from(bytes.subarray(-65_536)).toString('latin1');
  return /xl\/(?:workbook|worksheets)/.test(head + tail)
    ? found('spreadsheet', 'XLSX')
    : found('zip', 'ZIP');
}

function isBlank(bytes: Uint8Array): boolean {
  // After a byte order mark, if there is one.
  return bytes.subarray(3).every((byte) => byte <= 0x20);
}

function looksLikeText(text: string): boolean {
  const sample = text.slice(0, 4096);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what tells binary data from text.
  return !/[\0-\x08\x0e-\x19\x1b-\x1f]/.test(sample);
}

/** What can be read of a root without parsing, for documents that cannot be parsed. */
interface PeekedRoot {
  readonly hasDoctype: boolean;
  /** Offset of the DOCTYPE in the text; 0 when there is none. */
  readonly doctypeAt: number;
  /** The root's local name; null when it is not among the first characters. */
  readonly name: string | null;
}

/** Looks past declaration, comments and processing instructions at the beginning of a text. */
export function peekRoot(text: string): PeekedRoot {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at < 0) return { hasDoctype: false, doctypeAt: 0, name: null };
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (end === null) break;
    const close = text.indexOf(end, at + 2);
    if (close < 0) return { hasDoctype: false, doctypeAt: 0, name: null };
    at = close + end.length;
  }
  const hasDoctype = text.startsWith('<!DOCTYPE', at);
  const after = hasDoctype ? afterDoctype(text, at) : at;
  const name =
    /^<(?:[^\s<>:/]{1,100}:)?([^\s<>:/"'=]{1,200})/.exec(text.slice(after, after + 400))?.[1] ??
    null;
  return { hasDoctype, doctypeAt: hasDoctype ? at : 0, name: name === '!DOCTYPE' ? null : name };
}

function afterDoctype(text: string, at: number): number {
  const subset = text.indexOf('[', at);
  const close = text.indexOf('>', at);
  const end = subset >= 0 && subset < close ? text.indexOf(']', subset) : close;
  return end < 0 ? text.length : Math.max(0, text.indexOf('<', end));
}
