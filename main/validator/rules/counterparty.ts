import { isValidTaxId, withOtherControl } from '../tax-id.ts';
import { hasRightCheck } from './data/vat-check-digits.ts';
import { countryCodeOfPrefix, vatIdPatterns } from './data/vat-ids.ts';
import { firstKey } from './keys.ts';
import type { ForeignId, Report, Text } from './record.ts';
import type { RecordCheck } from './rule.ts';

/** Foreign identifiers that require a country. */
const kindsWithCountry: ReadonlySet<string | null> = new Set(['03', '04', '05', '06']);

/** The counterparty's NIF has the right control character. */
export const partyTaxIdIsValid: RecordCheck = ({ party }, report) => {
  checkTaxId(party?.taxId ?? null, report);
};

/** The same for an entity whose operations the taxpayer continues (240). */
export const successorTaxIdIsValid: RecordCheck = ({ successor }, report) => {
  checkTaxId(successor?.taxId ?? null, report);
};

function checkTaxId(field: Text | null, report: Report): void {
  if (field === null || field.isBlank) return;
  const taxId = report.text(field);
  if (isValidTaxId(taxId)) return;
  const upper = taxId.toUpperCase();
  if (isValidTaxId(upper))
    report.add(field.element, { found: taxId, expected: upper }, { code: 'rule_B4_2000011_case' });
  else if (isValidTaxId(withOtherControl(upper)))
    report.add(
      field.element,
      { found: taxId, expected: withOtherControl(upper) },
      { code: 'rule_B4_2000011_form', severity: 'warning' },
    );
  else report.add(field.element, { found: taxId });
}

/** A passport, identity card or similar document names its country. */
export const foreignIdHasCountry: RecordCheck = ({ party }, report) => {
  const foreign = party?.foreign;
  if (foreign == null || foreign.country !== null) return;
  const kind = foreign.kind?.code ?? null;
  if (!kindsWithCountry.has(kind)) return;
  report.add(report.placeOf('CodigoPais', foreign.element), { kind: kind ?? '' });
};

/**
 * A VAT number has its country's form, prefix included. Only form and check digits are checked;
 * VIES has the last word.
 */
export const vatIdHasShape: RecordCheck = ({ party }, report) => {
  const foreign = party?.foreign;
  if (foreign == null || foreign.kind?.code !== '02' || foreign.id === null || foreign.id.isBlank)
    return;
  const id = report.text(foreign.id);
  const country = foreign.country === null ? null : foreign.country.code;
  // A Spanish number has a rule of its own.
  if (country === 'ES' || isSpanishVatId(id)) return;
  const prefix = id.slice(0, 2);
  const pattern = vatIdPatterns.get(prefix);
  const { element } = foreign.id;
  if (pattern !== undefined && (country === null || countryCodeOfPrefix(prefix) === country)) {
    if (!pattern.test(id)) report.add(element, { id, prefix });
    else if (!hasRightCheck(id)) report.add(element, { id }, { code: 'rule_B4_2000013_check' });
    return;
  }
  const expected = country === null ? undefined : prefixOfCountry(country);
  if (expected === undefined) report.add(element, { id }, { code: 'rule_B4_2000013_country' });
  else report.add(element, { id, prefix: expected }, { code: 'rule_B4_2000013_prefix' });
};

/** None for Great Britain: only Northern Ireland has VAT numbers (XI), and a number tells not. */
function prefixOfCountry(country: string): string | undefined {
  if (country === 'GB') return undefined;
  for (const prefix of vatIdPatterns.keys())
    if (countryCodeOfPrefix(prefix) === country) return prefix;
  return undefined;
}

/** An intra-community acquisition comes from an issuer with a VAT number. */
export const intraCommunityIssuerHasVatId: RecordCheck = (record, report) => {
  const { party } = record;
  if (party === null || firstKey(record) !== '09') return;
  if (party.foreign === null) {
    if (party.taxId !== null) report.add(party.taxId.element, { found: 'NIF' });
    return;
  }
  const { kind } = party.foreign;
  if (kind === null || kind.code === null || kind.code === '02') return;
  report.add(kind.element, { found: `IDType ${kind.code}` });
};

/** A Spanish tax id belongs in `NIF` (ours). */
export const foreignIdIsForeign: RecordCheck = ({ party }, report) => {
  const foreign = party?.foreign;
  if (foreign == null) return;
  if (foreign.country?.code === 'ES' && foreign.kind?.code === '02')
    report.add(foreign.country.element, { id: report.text(foreign.id) });
  else if (foreign.id !== null && !foreign.id.isBlank) checkNotSpanish(foreign, foreign.id, report);
};

function checkNotSpanish(foreign: ForeignId, field: Text, report: Report): void {
  const id = report.text(field);
  if (isSpanishVatId(id) || isLikelySpanish(foreign, id)) report.add(field.element, { id });
}

/**
 * Passports of several countries look like an entity's NIF; with another country beside them they
 * are accepted.
 */
function isLikelySpanish({ country, kind }: ForeignId, id: string): boolean {
  if (!isValidTaxId(id.toUpperCase())) return false;
  if (country === null || country.code === 'ES') return true;
  return kind?.code !== '03';
}

function isSpanishVatId(id: string): boolean {
  return id.startsWith('ES') && isValidTaxId(id.slice(2).toUpperCase());
}
