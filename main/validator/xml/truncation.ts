import type { IssueCode } from '../issue-codes.ts';
import { createPositionFinder, type Position } from './places.ts';

/** Parser errors that a cut text causes beside its end. */
const endings: ReadonlySet<IssueCode> = new Set<IssueCode>([
  ...(['xml_tag_unfinished', 'xml_attribute_syntax', 'xml_prefix_undeclared'] as const),
  ...(['xml_unescaped_less_than', 'xml_unescaped_ampersand', 'xml_cdata_end'] as const),
  ...(['xml_comment', 'xml_declaration', 'xml_declaration_place', 'xml_dtd'] as const),
  ...(['xml_malformed', 'file_encoding_bytes'] as const),
]);

/** Cuts inside a reference or a letter. */
const lastBytes = 12;

/**
 * Whether a fault only means that the document ends in the middle: a download or copy that was cut.
 * The fault is the first one, in the text as UTF-8.
 */
export function isTruncated(
  utf8: Uint8Array,
  { code, line, column }: Position & { readonly code: IssueCode },
): boolean {
  if (!endings.has(code)) return false;
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength);
  // After a whole tag the parser itself reports the missing end.
  if (/>\s*$/.test(text.subarray(-1000).toString('latin1'))) return false;
  const lastTag = Math.max(0, text.lastIndexOf('<'));
  const isInTag = !text.includes('>', lastTag);
  const from = isInTag ? lastTag : Math.max(0, text.length - lastBytes);
  const start = createPositionFinder(text)(from);
  return line > start.line || (line === start.line && column >= start.column);
}
