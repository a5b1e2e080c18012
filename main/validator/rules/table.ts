import * as application from './application.ts';
import * as identities from './identities.ts';
import { lineRules } from './line-rules.ts';
import { recordRules } from './record-rules.ts';
import type { FileCheck, Rule } from './rule.ts';
import { describeRule, every, invoices, type RuleRow, withoutInvoice } from './rule-row.ts';

const fileRules: readonly RuleRow<FileCheck>[] = [
  ['B4_1000005', invoices, 'all', 'error', '3.2.1', identities.invoicesDiffer],
  ['B4_1000005.2', withoutInvoice, 'all', 'error', '3.2.1', identities.expensesDiffer],
  ['B4_1000006', every, 'all', 'error', '3.1', application.bookSuitsPerson],
  ['APP-06', every, 'all', 'warning', 'start dates of Batuz', application.fiscalYearIsPlausible],
  ['APP-19', invoices, 'entries', 'warning', 'OCA 3984', identities.invoicesAreNotRepeated],
  ['APP-20', every, 'entries', 'info', 'Envío Masivo v1.0.7, 1.3', application.quarterIsOpen],
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
