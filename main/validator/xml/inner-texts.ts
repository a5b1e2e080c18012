import { resolveReferences } from './references.ts';

const cdata = '<![CDATA[';

/**
 * The texts in a document's elements and CDATA sections that may wrap another document: at least
 * `minLength` characters, given without white space around them. Looked for by hand: a long text
 * takes more stack than a regular expression has. Others check whether the document is well-formed.
 */
export function* innerTexts(xml: string, minLength: number): Generator<string> {
  for (let at = xml.indexOf('>'); at >= 0; ) {
    const next = xml.indexOf('<', at + 1);
    if (next < 0) return;
    if (next - at > minLength) yield resolveReferences(xml.slice(at + 1, next)).trim();
    if (xml.startsWith(cdata, next)) {
      const start = next + cdata.length;
      const end = xml.indexOf(']]>', start);
      if (end < 0) return;
      if (end - start >= minLength) yield xml.slice(start, end).trim();
      at = end + 2;
    } else at = xml.indexOf('>', next);
  }
}
