import { isValidTaxId } from '../../validator/tax-id.ts';

const taxIdLength = 9;

/**
 * The Spanish tax ids in a file's name, each once, in their order: `autorización B95123451.pdf`,
 * `12.345.678-Z_firmada.pdf`, `ESB95123451.png`. Spaces and punctuation may stand inside an id,
 * letters and digits may not adjoin it. Its control character must be correct.
 */
export function findTaxIds(fileName: string): string[] {
  const stem = fileName.replace(/\.[^.]*$/, '').toUpperCase();
  const pieces = stem.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found: string[] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    let text = '';
    for (let last = first; last < pieces.length && text.length < taxIdLength + 2; last += 1) {
      text += pieces[last];
      const taxId = withoutCountry(text);
      if (isValidTaxId(taxId) && !found.includes(taxId)) found.push(taxId);
    }
  }
  return found;
}

function withoutCountry(text: string): string {
  return text.length === taxIdLength + 2 && text.startsWith('ES') ? text.slice(2) : text;
}
