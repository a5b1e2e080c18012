import { ZubiError } from '../../../../contract/errors.ts';
import { ambiguous, damaged } from './faults.ts';
import { activeNames, findPdfNames } from './pdf-names.ts';

const tailBytes = 1024;
/** The first printable character. Below are the space and control characters. */
const firstVisible = 0x21;

/**
 * Checks a PDF's frame: header at byte 0, `startxref` and `%%EOF` at the end, nothing after it.
 * Refuses encryption, active elements and attachments. Does not read pages.
 */
export function inspectPdf(bytes: Buffer): null {
  if (!/^%PDF-(?:1\.[0-7]|2\.0)/.test(bytes.toString('latin1', 0, 8))) throw damaged('header');
  const end = bytes.lastIndexOf('%%EOF');
  if (end < bytes.length - tailBytes || end === -1) throw damaged('truncated');
  for (const byte of bytes.subarray(end + 5)) if (byte >= firstVisible) throw ambiguous('data');
  const reference = bytes.lastIndexOf('startxref', end);
  if (reference === -1) throw damaged('truncated');
  const offset = /^startxref\s+(\d{1,12})\s/.exec(
    bytes.toString('latin1', reference, reference + 40),
  )?.[1];
  if (offset === undefined || Number(offset) >= bytes.length) throw damaged('structure');
  refuseShortened(bytes);
  refuseForbidden(findPdfNames(bytes));
  return null;
}

/**
 * A linearized file states its length in its first object. A truncated one can still end in an
 * early `%%EOF`.
 */
function refuseShortened(bytes: Buffer): void {
  const head = bytes.toString('latin1', 0, tailBytes);
  if (!head.includes('/Linearized')) return;
  const length = /\/L\s+(\d{1,12})\b/.exec(head)?.[1];
  if (length !== undefined && Number(length) > bytes.length) throw damaged('truncated');
}

function refuseForbidden(names: ReadonlySet<string>): void {
  if (names.has('Encrypt')) throw new ZubiError('document_encrypted');
  for (const element of activeNames) {
    if (names.has(element)) throw new ZubiError('document_active', { element });
  }
  if (names.has('EmbeddedFile') || names.has('EmbeddedFiles') || names.has('EF')) {
    throw new ZubiError('document_with_attachments');
  }
}
