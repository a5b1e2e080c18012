/**
 * Text for XML and HTML, in an element or a quoted attribute; what XML 1.0 does not allow becomes
 * U+FFFD.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(notXml, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** For an attribute of XML, where a line end would be read as a space. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text)
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}

/**
 * Whatever is not a Char of XML 1.0: control characters, halves of surrogate pairs, U+FFFE and
 * U+FFFF.
 */
export const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
