import { toTaxId } from '../../../../contract/company.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import { foldText } from '../../../../contract/fold-text.ts';
import type { Output } from '../../../../contract/methods.ts';
import type { ImportTable } from '../../companies/public.ts';
import type { OwnCompany } from './quarter-rows.ts';

/** A total of the accounting program, with its company. */
interface AccountingTotal {
  readonly companyId: string;
  readonly records: number | null;
  readonly cents: number;
}

/** Headings in Spanish, Basque and English, folded; their beginning is enough. */
const headings = {
  taxId: ['nif', 'cif', 'ifz', 'dni', 'tax id', 'vat id'],
  code: ['codigo', 'cod', 'kodea', 'code', 'client code'],
  records: [
    ...['registros', 'n registros', 'num registros', 'facturas', 'n facturas', 'num facturas'],
    ...['erregistroak', 'erregistro kopurua', 'fakturak', 'faktura kopurua'],
    ...['records', 'invoices'],
  ],
  amount: [
    ...['importe', 'total', 'importe total', 'zenbatekoa', 'zenbateko', 'guztira', 'guztizkoa'],
    'amount',
  ],
} as const;
type Field = keyof typeof headings;

function columnOf(table: ImportTable, field: Field): number {
  const folded = table.headings.map((heading) =>
    foldText(heading)
      // N.I.F.
      .replaceAll('.', '')
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  const named: readonly string[] = headings[field];
  const exact = folded.findIndex((heading) => named.includes(heading));
  if (exact >= 0) return exact;
  return folded.findIndex((heading) => named.some((name) => heading.startsWith(`${name} `)));
}

type Report = Output<'quarter.importTotals'>;

/**
 * Reads totals by company: a tax id or the client code, an amount, and perhaps a number of records.
 * Rows of one company add up. Throws `import_mapping`.
 */
export function readTotalsTable(
  table: ImportTable,
  companies: readonly OwnCompany[],
): { readonly totals: readonly AccountingTotal[]; readonly left: Report['left'] } {
  const columns = {
    taxId: columnOf(table, 'taxId'),
    code: columnOf(table, 'code'),
    records: columnOf(table, 'records'),
    amount: columnOf(table, 'amount'),
  };
  if (columns.taxId < 0 && columns.code < 0)
    throw new ZubiError('import_mapping', { reason: 'missing', field: 'taxId' });
  if (columns.amount < 0)
    throw new ZubiError('import_mapping', { reason: 'missing', field: 'amount' });
  const byTaxId = new Map(companies.map((company) => [company.tax_id, company.id]));
  const byCode = new Map(companies.map((company) => [company.code ?? '', company.id]));
  byCode.delete('');
  const totals = new Map<string, AccountingTotal>();
  const left: Report['left'] = [];
  for (const { cells, row } of table.rows) {
    const cell = (field: Field) => (cells[columns[field]] ?? '').trim();
    const companyId = byTaxId.get(toTaxId(cell('taxId'))) ?? byCode.get(cell('code'));
    const amount = cell('amount');
    // A workbook's numbers come with a point before their decimals, of any number of digits.
    const cents = readCents(table.format === 'xlsx' ? amount.replace(stored, '$10') : amount);
    // A row of totals has neither: its first cell says what it is.
    const name = cell('taxId') || cell('code') || cells.find((text) => text.trim() !== '') || '';
    if (companyId === undefined || cents === null) {
      left.push({ row, name, reason: cents === null ? 'amount' : 'company' });
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
  return sign === '-' ? -cents : cents;
}
