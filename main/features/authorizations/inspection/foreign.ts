import type { DocumentFormat } from '../../../../contract/document-format.ts';
import { ambiguous } from './faults.ts';

/** A PDF reader takes a header within this distance, and a browser guesses by about as much. */
const headBytes = 1024;
/** The end record of a ZIP archive and its longest comment. */
const zipTailBytes = 22 + 65_535;
const zipLargeLocatorBytes = 20;
const zipEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const zipLargeLocator = Buffer.from([0x50, 0x4b, 0x06, 0x07]);
const pdfHeader = Buffer.from('%PDF-', 'latin1');
const zipEntry = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const htmlBeginning = /<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>]/i;

/** Refuses a document that another program would open as something else. */
export function refusePolyglots(bytes: Buffer, format: DocumentFormat): void {
  const head = bytes.toString('latin1', 0, headBytes);
  if (format !== 'pdf' && head.includes('%PDF-')) throw ambiguous('pdf');
  if (format === 'pdf' && hasSecondPdf(bytes)) throw ambiguous('pdf');
  if (htmlBeginning.test(head)) throw ambiguous('html');
  if (endsAsZip(bytes)) throw ambiguous('zip');
}

/** Two PDFs one behind the other: readers do not agree on which of them they show. */
function hasSecondPdf(bytes: Buffer): boolean {
  for (
    let at = bytes.indexOf(pdfHeader, pdfHeader.length);
    at !== -1;
    at = bytes.indexOf(pdfHeader, at + 1)
  ) {
    if (
      /^[12]\.\d/.test(bytes.toString('latin1', at + pdfHeader.length, at + pdfHeader.length + 3))
    )
      return true;
  }
  return false;
}

/** An archive is opened from its end: a record there that leads to a directory just before it. */
function endsAsZip(bytes: Buffer): boolean {
  const floor = Math.max(0, bytes.length - zipTailBytes);
  for (
    let at = bytes.lastIndexOf(zipEnd);
    at >= floor;
    at = at === 0 ? -1 : bytes.lastIndexOf(zipEnd, at - 1)
  ) {
    if (at + 22 > bytes.length) continue;
    // A large archive tells its places in another record, found just before this one.
    if (
      at >= zipLargeLocatorBytes &&
      bytes.subarray(at - zipLargeLocatorBytes).indexOf(zipLargeLocator) === 0
    )
      return true;
    const directory = at - bytes.readUInt32LE(at + 12);
    const isEmpty = bytes.readUInt16LE(at + 10) === 0 && directory === at;
    if (isEmpty || (directory >= 0 && bytes.subarray(directory, directory + 4).equals(zipEntry)))
      return true;
  }
  return false;
}
