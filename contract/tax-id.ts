/** A tax id as stored: in capitals, without blanks, dots, dashes and country. */
export function toTaxId(text: string): string {
  const bare = text.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  return /^ES[A-Z0-9]{9}$/.test(bare) ? bare.slice(2) : bare;
}
