/**
 * How each Member State (and Northern Ireland, XI) writes a VAT number, prefix included. Shapes as
 * VIES describes them, 2025.
 */
export const vatIdPatterns: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^ATU\d{8}$/],
  ['BE', /^BE[01]\d{9}$/],
  ['BG', /^BG\d{9,10}$/],
  ['CY', /^CY\d{8}[A-Z]$/],
  ['CZ', /^CZ\d{8,10}$/],
  ['DE', /^DE\d{9}$/],
  ['DK', /^DK\d{8}$/],
  ['EE', /^EE\d{9}$/],
  ['EL', /^EL\d{9}$/],
  ['FI', /^FI\d{8}$/],
  ['FR', /^FR[0-9A-HJ-NP-Z]{2}\d{9}$/],
  ['HR', /^HR\d{11}$/],
  ['HU', /^HU\d{8}$/],
  ['IE', /^IE(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IT', /^IT\d{11}$/],
  ['LT', /^LT(\d{9}|\d{12})$/],
  ['LU', /^LU\d{8}$/],
  ['LV', /^LV\d{11}$/],
  ['MT', /^MT\d{8}$/],
  ['NL', /^NL[0-9A-Z+*]{9}B\d{2}$/],
  ['PL', /^PL\d{10}$/],
  ['PT', /^PT\d{9}$/],
  ['RO', /^RO\d{2,10}$/],
  ['SE', /^SE\d{10}01$/],
  ['SI', /^SI\d{8}$/],
  ['SK', /^SK\d{10}$/],
  ['XI', /^XI(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
]);

/**
 * The country code (`CodigoPais`) that goes with a prefix: Greece writes EL for GR, Northern
 * Ireland XI for GB.
 */
export function countryCodeOfPrefix(prefix: string): string {
  if (prefix === 'EL') return 'GR';
  return prefix === 'XI' ? 'GB' : prefix;
}
