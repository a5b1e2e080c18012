import { clientKeySchema, serviceIdSchema, type Territory } from '../../../../contract/company.ts';
import type { ImportFault, ImportMapping, ImportRow } from '../../../../contract/company-import.ts';
import {
  type CompanyText,
  companyTexts,
  type ImportField,
  mapTexts,
  maxTextLength,
  textsOf,
} from '../../../../contract/company-texts.ts';
import { foldText } from '../../../../contract/fold-text.ts';
import { toNames } from '../../../../contract/person-name.ts';
import { toTaxId } from '../../../../contract/tax-id.ts';
import { hasTaxIdForm, isValidTaxId } from '../../../validator/tax-id.ts';
import { findTerritory } from '../../connection/public.ts';
import { inOneLine, type TableRow } from './table/table.ts';

/** A row that was read. Its key is kept apart, because no reply may hold a key. */
export interface ReadRow {
  readonly shown: ImportRow;
  readonly apiKey: string | null;
  readonly isArchived: boolean;
  /** The company on the list that it changes; null for a new one. */
  readonly companyId: string | null;
}

/** What a row alone is checked against. */
export interface RowContext {
  readonly territories: readonly Territory[];
  /** Whether tax ids with a wrong check digit were confirmed, and the service takes them. */
  readonly takesWrongTaxIds: boolean;
}

/** Words for a natural person and for a legal entity, also as answers to "a person?". */
const personWords = `persona, persona física, física, f, pf, autónomo, profesional, sí, s,
  pertsona fisikoa, fisikoa, bai, b, individual, natural person, person, yes, y, true, x, 1`;
const entityWords = `persona jurídica, jurídica, j, pj, entidad, sociedad, empresa,
  pertsona juridikoa, juridikoa, sozietatea, ez, legal entity, company, entity, no, n, false, 0`;
const foldWords = (words: string) => new Set(words.split(',').map((word) => foldText(word.trim())));
const persons = foldWords(personWords);
const entities = foldWords(entityWords);

/** Reads one row and checks it alone. Checks against other rows (duplicates) come later. */
export function readRow(
  row: TableRow,
  mapping: ImportMapping,
  { territories, takesWrongTaxIds }: RowContext,
): ReadRow {
  const faults: ImportFault[] = [];
  const fault = (
    code: ImportFault['code'],
    field: ImportField | null,
    value: string | null = null,
  ) =>
    faults.push({ code, field, value: value === null ? null : value.slice(0, 80), otherRow: null });
  const cell = (field: ImportField): string => {
    const index = mapping.columns[field];
    if (index === undefined) return '';
    const found = row.faults[index];
    const text = row.cells[index] ?? '';
    if (found) fault(found, field, field === 'apiKey' ? null : text);
    return field === 'notes' ? text : inOneLine(text);
  };
  const taxId = readTaxId(cell('taxId'));
  if (taxId === '') fault('tax_id_missing', 'taxId');
  else if (!isValidTaxId(taxId) && !(takesWrongTaxIds && hasTaxIdForm(taxId)))
    fault('tax_id_invalid', 'taxId', taxId);
  const isIndividual = readKind(cell('isIndividual'), taxId);
  const hasSecond = mapping.columns.lastName2 !== undefined;
  const told = hasSecond ? mapTexts(cell) : partSurnames(mapTexts(cell));
  const names = readNames(cell('fullName'), told, isIndividual, fault);
  const territory = readTerritory(cell('territory'), mapping, territories, fault);
  const notes = cell('notes');
  if (notes.length > 5000) fault('notes_too_long', 'notes');
  const known = readIdentity(cell('serviceId'), cell('apiKey'), fault);
  const kind =
    known.serviceId === null ? 'draft' : known.apiKey === null ? 'without_key' : 'registered';
  const shown: ImportRow = {
    row: row.row,
    taxId,
    isIndividual,
    ...names,
    notes,
    kind,
    faults,
    territoryId: territory?.id ?? null,
    territoryName: territory?.name ?? null,
    serviceId: known.serviceId,
    hasKey: known.apiKey !== null,
    isHidden: row.isHidden,
  };
  return { shown, apiKey: known.apiKey, isArchived: row.isArchived, companyId: null };
}

type Fault = (code: ImportFault['code'], field: ImportField | null, value?: string | null) => void;

/** Restores the leading zeros that a spreadsheet removed from a DNI. */
function readTaxId(text: string): string {
  const national = toTaxId(text);
  return (/^\d{1,7}[A-Z]$/.test(national) ? national.padStart(9, '0') : national).slice(0, 40);
}

/** Other words, as "SL" or "Mensual", say nothing of it: then the tax id does. */
function readKind(text: string, taxId: string): boolean | null {
  const plain = foldText(text).replaceAll('.', '').trim();
  if (persons.has(plain)) return true;
  if (entities.has(plain)) return false;
  return taxId === '' ? null : /^[0-9XYZKLM]/.test(taxId);
}

/**
 * A person's name has parts, which form the full name when none is given: surnames first, as in
 * the ledger. An entity's name has no parts (service specification, 2.1).
 */
function readNames(
  given: string,
  told: Readonly<Record<CompanyText, string>>,
  isIndividual: boolean | null,
  fault: Fault,
) {
  const isWhole = isIndividual === true && told.firstName === '' && told.lastName1 === '';
  const texts = isWhole ? { ...told, ...partsOf(given) } : told;
  const { firstName, lastName1, lastName2 } = texts;
  const fullName =
    given || [lastName1, lastName2, firstName].filter((part) => part !== '').join(' ');
  if (fullName === '') fault('name_missing', 'fullName');
  const tooLong = [fullName, ...Object.values(texts)].some(({ length }) => length > maxTextLength);
  if (tooLong) fault('name_too_long', 'fullName');
  const own = textsOf(isIndividual === true);
  const missing = own.find((name) => companyTexts[name].isRequired && texts[name] === '');
  if (missing !== undefined) fault('name_parts_missing', missing);
  return {
    fullName: fullName.slice(0, 200),
    ...mapTexts((name) => (own.includes(name) && texts[name] !== '' ? texts[name] : null)),
  };
}

/** A table's only column of surnames has both. "Ruiz de Azua" may be one surname or two. */
function partSurnames(texts: Readonly<Record<CompanyText, string>>) {
  const [lastName1, lastName2, ...more] = toNames(texts.lastName1);
  if (lastName1 === undefined || lastName2 === undefined || more.length > 0) return texts;
  return /^(?:del?|y|i)(?:\s|$)/i.test(lastName2) ? texts : { ...texts, lastName1, lastName2 };
}

/** "Agirre Etxeberria, Begoña". Three words before the comma could be parted in two ways. */
function partsOf(fullName: string) {
  const [, lastName1, lastName2 = '', firstName] =
    /^([^\s,]+)(?: ([^\s,]+))?, ?([^,]+)$/.exec(fullName) ?? [];
  return lastName1 === undefined || firstName === undefined
    ? {}
    : { firstName, lastName1, lastName2 };
}

function readTerritory(
  text: string,
  mapping: ImportMapping,
  territories: readonly Territory[],
  fault: Fault,
): Territory | null {
  const wanted = text || (mapping.defaultTerritoryId ?? '');
  if (wanted === '') {
    fault('territory_missing', 'territory');
    return null;
  }
  const territory = findTerritory(wanted, territories);
  if (!territory) fault('territory_unknown', 'territory', text);
  return territory;
}

function readIdentity(serviceId: string, apiKey: string, fault: Fault) {
  if (serviceId !== '' && !serviceIdSchema.safeParse(serviceId).success)
    fault('service_id_invalid', 'serviceId');
  if (apiKey !== '' && !clientKeySchema.safeParse(apiKey).success) fault('key_invalid', 'apiKey');
  if (apiKey !== '' && serviceId === '') fault('key_without_service_id', 'serviceId');
  return {
    serviceId: serviceId === '' ? null : serviceId.slice(0, 200),
    apiKey: apiKey === '' ? null : apiKey,
  };
}
