import { notXml } from '../../platform/markup.ts';

/** XML's own five. */
export const namedReferences: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** A text as an element's content. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A text as an element's content that parses back to the same text; null when XML cannot hold it.
 */
export function toXmlText(text: string): string | null {
  return text.search(notXml) >= 0 ? null : escapeText(text).replaceAll('\r', '&#13;');
}

/** XML references, named and numeric, as the characters they stand for. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(lt|gt|amp|quot|apos));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedReferences[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
