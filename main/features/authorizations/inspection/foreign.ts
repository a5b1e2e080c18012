import type { DocumentFormat } from '../../../../contract/document-format.ts';
import { ambiguous } from './faults.ts';

/** PDF readers accept a header within this distance. Browsers guess a type from about as much. */
const headBytes = 1024;
/** Length of a ZIP archive's end record with the longest comment. */
const zipTailBytes = 22 + 65_535;
const zipLargeLocatorBytes = 20;
const zipEnd = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const zipLargeLocator = Buffer.from([0x50, 0x4b, 0x06, 0x07]);
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

/** Whether a second PDF follows the first. Readers disagree about which one they show. */
function hasSecondPdf(bytes: Buffer): boolean {
  return ['%PDF-1.', '%PDF-2.'].some((header) => bytes.includes(header, header.length));
}

/** Whether the bytes end as a ZIP archive: an end record that points to a directory before it. */
function endsAsZip(bytes: Buffer): boolean {
  const floor = Math.max(0, bytes.length - zipTailBytes);
  for (
    let at = bytes.lastIndexOf(zipEnd);
    at >= floor;
    at = at === 0 ? -1 : bytes.lastIndexOf(zipEnd, at - 1)
  ) {
    if (at + 22 > bytes.length) continue;
    // A large archive (ZIP64) has a locator just before this record.
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
