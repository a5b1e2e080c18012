import { describe, expect, it } from 'vitest';
import { languageSchema } from '../../../contract/settings.ts';
import type { Counted, FileReport, PrintedIssue } from '../../../main/features/reports/report.ts';
import { toLines, toSummaryLine } from '../../../main/hosts/cli/report-lines.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

const issue: PrintedIssue = {
  layer: 'schema',
  severity: 'error',
  code: 'some_code',
  ledgerCode: 'B4_2000109',
  message: 'El importe no es un número con punto.',
  hint: 'Escribir 21.0.',
  record: 12,
  recordKey: null,
  path: '/a/b[12]/c',
  line: 1400,
  column: 7,
  value: '21,0',
};
const report: FileReport = {
  file: 'folder/gastos.xml',
  verdict: 'invalid',
  form: { model: '140', operation: 'creation', expenseType: 'with_invoice' },
  fiscalYear: 2026,
  taxpayer: { taxId: '12345678Z', name: 'Miren' },
  records: 12_000,
  totals: { amount: '84310.22', base: null, vat: null, deductibleVat: null },
  issues: [],
};

describe('a report for a person', () => {
  const texts = loadTexts('es');

  it('says in one line what a file is', () => {
    expect(toLines(report, 0, texts)).toEqual([
      '✗ folder/gastos.xml: no válido · 140, gastos con factura: alta · 2026 · 12345678Z Miren · 12.000 registros · 84.310,22\u00a0€',
    ]);
  });

  it('groups equal faults, with their first places', () => {
    const issues = Array.from({ length: 340 }, (_, index) => ({
      ...issue,
      record: index + 1,
      line: index + 10,
    }));
    expect(toLines({ ...report, issues }, 340, texts).slice(1)).toEqual([
      '    Error [B4_2000109]: El importe no es un número con punto. (340 veces)',
      '      Escribir 21.0.',
      '      línea 10, columna 7 (registro 1); línea 11, columna 7 (registro 2); línea 12, columna 7 (registro 3); …',
    ]);
  });

  it('shows twenty kinds, and the number of the others', () => {
    const issues = Array.from({ length: 25 }, (_, index) => ({
      ...issue,
      message: `Fault ${index}.`,
    }));
    const lines = toLines({ ...report, issues }, 1900, texts);
    expect(lines.filter((line) => line.includes('Fault'))).toHaveLength(20);
    expect(lines.slice(-2)).toEqual([
      '    … y 5 tipos de fallo más',
      '    … y 1.875 fallos más que no se muestran',
    ]);
  });

  it('gives totals', () => {
    const of = (verdict: Counted['verdict'], code: string, records = 0) => ({
      verdict,
      records,
      issues: [{ code }],
    });
    const files = [
      ...Array.from({ length: 1198 }, () => ({
        verdict: 'valid' as const,
        records: 0,
        issues: [],
      })),
      of('invalid', 'xml_cut_off', 1),
      of('unreadable', 'file_empty'),
      of('unreadable', 'file_is_ticketbai'),
      of('unreadable', 'file_chapter_1'),
    ];
    expect(toSummaryLine(files, texts)).toBe(
      '1.202 archivos: 1.198 válidos, 1 no válido, 1 ilegible, 2 no se envían desde aquí · 1 registro',
    );
  });

  it.each(languageSchema.options)('has every text in %s', (language) => {
    const own = loadTexts(language);
    const issues = Array.from({ length: 25 }, (_, index) => ({
      ...issue,
      message: `Fault ${index}.`,
    }));
    const files = (['valid', 'warnings', 'invalid', 'unreadable'] as const).flatMap((verdict) =>
      ['file_is_html', 'file_empty'].map((code) => ({ verdict, records: 1, issues: [{ code }] })),
    );
    const all = [...toLines({ ...report, issues }, 1900, own), toSummaryLine(files, own)].join(
      '\n',
    );
    expect(all).not.toMatch(/validate\.|form\.|\{\{/);
  });
});
