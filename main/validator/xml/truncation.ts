import type { IssueCode } from '../issue-codes.ts';
import { createPositionFinder, type Position } from './places.ts';

/** What a parser finds where a text ends too early, besides saying so. */
const endings: ReadonlySet<IssueCode> = new Set<IssueCode>([
  ...(['xml_tag_unfinished', 'xml_attribute_syntax', 'xml_prefix_undeclared'] as const),
  ...(['xml_unescaped_less_than', 'xml_unescaped_ampersand', 'xml_cdata_end'] as const),
  ...(['xml_comment', 'xml_declaration', 'xml_declaration_place', 'xml_dtd'] as const),
  ...(['xml_malformed', 'file_encoding_bytes'] as const),
]);

/** A reference or a letter that is cut through is no longer. */
const lastBytes = 12;

/**
 * Whether a fault only says that the document ends in the middle of something: a download or a copy
 * that was broken off. The fault is the first one, in the text as UTF-8.
 */
export function isTruncated(
  utf8: Uint8Array,
  { code, line, column }: Position & { readonly code: IssueCode },
): boolean {
  if (!endings.has(code)) return false;
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength);
  // Behind a whole tag the parser itself says that the end is missing.
  if (/>\s*$/.test(text.subarray(-1000).toString('latin1'))) return false;
  const lastTag = Math.max(0, text.lastIndexOf('<'));
  const isInTag = !text.includes('>', lastTag);
  const from = isInTag ? lastTag : Math.max(0, text.length - lastBytes);
  const start = createPositionFinder(text)(from);
  return line > start.line || (line === start.line && column >= start.column);
}
