import type {
  BatchReport,
  FileReport,
  PrintedIssue,
} from '../../../main/features/reports/report.ts';
import { summarise } from '../../../main/features/reports/report.ts';

/** What a hostile file can put into names and values. */
export const hostile = `<script>alert("1")</script> & '=2+3 ]]> \u0000\u0007\uD800 "; é`;

/** An issue with everything a report shows. */
export function issue(over: Partial<PrintedIssue> = {}): PrintedIssue {
  return {
    layer: 'schema',
    severity: 'error',
    code: 'schema_decimal_comma',
    ledgerCode: null,
    message: '«21,0» no es un importe',
    hint: 'Poner punto',
    record: 2,
    recordKey: {
      issuer: 'A99805061',
      series: 'S1',
      number: '0714',
      date: '02-07-2026',
      epigraph: null,
      concept: null,
      line: null,
    },
    path: '/LROE/Gastos/Gasto[2]/Importe',
    line: 70_001,
    column: 12,
    value: '21,0',
    ...over,
  };
}

/** A file of a report. */
export function file(over: Partial<FileReport> = {}): FileReport {
  return {
    file: 'folder/a b.xml',
    verdict: 'valid',
    form: { model: '240', operation: 'creation', expenseType: null },
    fiscalYear: 2026,
    taxpayer: { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' },
    records: 3,
    totals: { amount: '1234.50', base: null, vat: null, deductibleVat: null },
    issues: [],
    ...over,
  };
}

/** A batch of those files; `unlisted` issues of each are counted and not listed. */
export function batch(
  files: readonly FileReport[],
  unlisted = 0,
  checks: BatchReport['checks'] = 'all',
): BatchReport {
  return {
    files: files.map((report) => ({ report, totalIssues: report.issues.length + unlisted })),
    summary: summarise(files),
    checks,
    createdAt: new Date('2026-07-01T10:00:00Z'),
    version: '1.2.3',
  };
}
