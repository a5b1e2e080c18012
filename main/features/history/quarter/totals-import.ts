import { ZubiError } from '../../../../contract/errors.ts';
import type { Output } from '../../../../contract/methods.ts';
import { toTaxId } from '../../../../contract/tax-id.ts';
import { amountNames, beginsWithName, type ImportTable, wordsOf } from '../../companies/public.ts';
import type { OwnCompany } from './quarter-rows.ts';

/** A total of the accounting program, with its company. */
interface AccountingTotal {
  readonly companyId: string;
  readonly records: number | null;
  readonly cents: number;
}

/** Headings in Spanish, Basque and English, folded. */
const names = {
  taxId: ['nif', 'cif', 'ifz', 'dni', 'tax id', 'vat id'],
  code: [
    ...['codigo', 'cod', 'codigo cliente', 'codigo de cliente', 'cod cliente'],
    ...['codigo empresa', 'codigo de empresa', 'cod empresa', 'enpresa kodea', 'company code'],
    ...['kodea', 'bezero kodea', 'bezeroaren kodea', 'code', 'client code', 'customer code'],
  ],
  records: [
    ...['registros', 'n registros', 'num registros', 'facturas', 'n facturas', 'num facturas'],
    ...['erregistroak', 'erregistro kopurua', 'fakturak', 'faktura kopurua'],
    ...['records', 'invoices', 'total registros'],
  ],
  /** How many, or how much. */
  either: ['total facturas'],
} as const;

/** Words of amounts that are only a part: "Total IVA", "Importe base". */
const otherWords = /\b(?:base|bases|cuota|cuotas|iva|oinarria|oinarri|kuota|bez|vat|tax)\b/;

/** "Total IVA incluido" is a whole amount, "Total IVA no incluido" is none. */
const includedWords =
  /^(?!.*\b(?:no|not|sin|ez|gabe)\b).*\b(?:incl|incluid[oa]s?|con iva|barne|included|including)\b/;

/** The columns of a table, each once; -1 for one that it lacks. */
function columnsOf({ headings }: ImportTable) {
  const words = headings.map(wordsOf);
  const free = headings.map(() => true);
  const takeExact = (wanted: readonly string[]): number => {
    const found = words.findIndex((heading, at) => free[at] && wanted.includes(heading));
    if (found >= 0) free[found] = false;
    return found;
  };
  const take = (wanted: readonly string[]): number => {
    const exact = takeExact(wanted);
    if (exact >= 0) return exact;
    const found = words.findIndex((each, at) => free[at] && beginsWithName(each, wanted));
    if (found >= 0) free[found] = false;
    return found;
  };
  const taxId = take(names.taxId);
  for (const [at, each] of words.entries())
    if (otherWords.test(each) && !includedWords.test(each)) free[at] = false;
  // "Código postal" or "Código de actividad" is no client code.
  const code = takeExact(names.code);
  const records = take(names.records);
  const either = take(names.either);
  const amount = take(amountNames);
  if (amount < 0) return { taxId, code, records, amount: either };
  return { taxId, code, records: records < 0 ? either : records, amount };
}

type Report = Output<'quarter.importTotals'>;

/**
 * Reads totals by company: a tax id or else the client code, an amount, and perhaps a number of
 * records. Rows of one company add up. Hidden rows are left out. Throws `import_mapping`.
 */
export function readTotalsTable(
  table: ImportTable,
  companies: readonly OwnCompany[],
): { readonly totals: readonly AccountingTotal[]; readonly left: Report['left'] } {
  const columns = columnsOf(table);
  if (columns.taxId < 0 && columns.code < 0)
    throw new ZubiError('import_mapping', { reason: 'missing', field: 'taxId' });
  if (columns.amount < 0)
    throw new ZubiError('import_mapping', { reason: 'missing', field: 'amount' });
  const byTaxId = new Map(companies.map((company) => [company.tax_id, company.id]));
  const byCode = new Map(companies.map((company) => [company.code ?? '', company.id]));
  byCode.delete('');
  const totals = new Map<string, AccountingTotal>();
  const left: Report['left'] = [];
  for (const { cells, row, isHidden } of table.rows) {
    const cell = (field: keyof typeof columns) => (cells[columns[field]] ?? '').trim();
    const taxId = toTaxId(cell('taxId'));
    const companyId = taxId === '' ? byCode.get(cell('code')) : byTaxId.get(taxId);
    const amount = cell('amount');
    // A workbook's numbers come with a point before their decimals, of any number of digits.
    const cents = readCents(table.format === 'xlsx' ? amount.replace(stored, '$10') : amount);
    // A row of totals has neither: its first cell says what it is.
    const name = cell('taxId') || cell('code') || cells.find((text) => text.trim() !== '') || '';
    if (isHidden || companyId === undefined || cents === null) {
      const reason = isHidden ? 'hidden' : cents === null ? 'amount' : 'company';
      left.push({ row, name, reason });
      continue;
    }
    const records = /^\d{1,9}$/.test(cell('records')) ? Number(cell('records')) : null;
    const before = totals.get(companyId);
    totals.set(companyId, {
      companyId,
      cents: cents + (before?.cents ?? 0),
      records: records === null ? (before?.records ?? null) : records + (before?.records ?? 0),
    });
  }
  return { totals: [...totals.values()], left };
}

/** A number whose three decimals look like thousands. */
const stored = /^(-?\d{1,3}\.\d{3})$/;

/** Cents of `1.234,56`, `1,234.56`, `1234.5` or `-12 €`; null for anything else. */
export function readCents(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0€]/g, '').replace('\u2212', '-');
  const match = /^(-?)([1-9]\d{0,2}([.,])\d{3}(?:\3\d{3})*|\d+)(?:[.,](\d+))?$/.exec(bare);
  if (match === null) return null;
  const [, sign = '', whole = '', , part = ''] = match;
  const decimals = Math.round(Number(`0.${part || '0'}`) * 100);
  const cents = Number(whole.replaceAll(/[.,]/g, '')) * 100 + decimals;
  // An account number, which the history could not store either.
  if (!Number.isSafeInteger(cents)) return null;
  return sign === '-' ? -cents : cents;
}
