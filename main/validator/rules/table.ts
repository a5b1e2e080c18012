import * as application from './application.ts';
import * as identities from './identities.ts';
import { lineRules } from './line-rules.ts';
import { recordRules } from './record-rules.ts';
import type { FileCheck, Rule } from './rule.ts';
import { describeRule, every, invoices, type RuleRow, withoutInvoice } from './rule-row.ts';

const fileRules: readonly RuleRow<FileCheck>[] = [
  ['B4_1000005', invoices, identities.invoicesDiffer, { operations: 'all', source: '3.2.1' }],
  [
    'B4_1000005.2',
    withoutInvoice,
    identities.expensesDiffer,
    { operations: 'all', source: '3.2.1' },
  ],
  ['B4_1000006', every, application.bookSuitsPerson, { operations: 'all', source: '3.1' }],
  [
    'APP-06',
    every,
    application.fiscalYearIsPlausible,
    { operations: 'all', severity: 'warning', source: 'start dates of Batuz' },
  ],
  [
    'APP-19',
    invoices,
    identities.invoicesAreNotRepeated,
    { severity: 'warning', source: 'OCA 3984' },
  ],
  [
    'APP-20',
    every,
    application.quarterIsOpen,
    { severity: 'info', source: 'Envío Masivo v1.0.7, 1.3' },
  ],
];

/**
 * Every rule: those of files here, those of records and lines in the tables beside. A new rule is
 * one row, its function and its pair of tests.
 */
export const rules: readonly Rule[] = [
  ...fileRules.map((row) => ({ ...describeRule(row), subject: 'file' as const })),
  ...recordRules.map((row) => ({ ...describeRule(row), subject: 'record' as const })),
  ...lineRules.map((row) => ({ ...describeRule(row), subject: 'line' as const })),
];
