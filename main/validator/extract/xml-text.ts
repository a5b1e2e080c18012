/** Whether XML 1.0 allows every character of a text (production `Char`). */
export function isXmlText(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const allowed =
      (code >= 0x20 && code <= 0xd7ff) ||
      code === 0x09 ||
      code === 0x0a ||
      code === 0x0d ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000;
    if (!allowed) return false;
  }
  return true;
}

/**
 * Writes a text as an element's content that parses back to the same text; null when XML cannot
 * hold it.
 */
export function toXmlText(text: string): string | null {
  if (!isXmlText(text)) return null;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
