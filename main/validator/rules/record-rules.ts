import * as blanks from './blanks.ts';
import * as party from './counterparty.ts';
import * as dates from './dates.ts';
import * as deductible from './deductible.ts';
import * as keys from './keys.ts';
import * as late from './late-received.ts';
import * as corrections from './rectification.ts';
import type { RecordCheck } from './rule.ts';
import {
  every,
  invoices,
  type RuleRow,
  received,
  withInvoice,
  withoutInvoice,
} from './rule-row.ts';
import * as totals from './totals.ts';

/** Rules about one record. */
export const recordRules: readonly RuleRow<RecordCheck>[] = [
  ['B4_2000011.1', invoices, party.partyTaxIdIsValid, { operations: 'all' }],
  ['B4_2000011.2', withoutInvoice, party.partyTaxIdIsValid],
  ['B4_2000011.3', received, party.successorTaxIdIsValid],
  ['B4_2000012.1', invoices, party.foreignIdHasCountry, { operations: 'all', needsWhole: true }],
  ['B4_2000012.2', withoutInvoice, party.foreignIdHasCountry, { needsWhole: true }],
  ['B4_2000013.1', invoices, party.vatIdHasShape, { operations: 'all', severity: 'warning' }],
  ['B4_2000013.2', withoutInvoice, party.vatIdHasShape, { severity: 'warning' }],
  ['B4_2000100', invoices, party.intraCommunityIssuerHasVatId],
  [
    'APP-09',
    invoices,
    party.foreignIdIsForeign,
    { operations: 'all', severity: 'warning', source: 'OCA 3496, 1911' },
  ],
  [
    'APP-07',
    every,
    blanks.requiredTextsAreGiven,
    { operations: 'all', source: 'tried: the schema takes them' },
  ],
  [
    'APP-07.2',
    every,
    blanks.optionalTextsAreGiven,
    { operations: 'all', severity: 'warning', source: 'tried: the schema takes them' },
  ],
  ['B4_2000005', every, dates.datesAreReal, { operations: 'all', source: '3.2.3, 3.2.11, 3.3' }],
  ['B4_2000103', invoices, dates.withinFourYears('issued')],
  [
    'B4_2000104.1',
    withInvoice,
    dates.byToday('issued'),
    { operations: 'all', source: '3.2.3.1, 3.3.3' },
  ],
  ['B4_2000104.2', received, dates.byToday('issued')],
  [
    'B4_2000007',
    received,
    dates.byToday('issued'),
    { operations: 'cancellations', source: '3.3.11' },
  ],
  ['B4_2000105', invoices, dates.withinTwentyYears('issued')],
  ['B4_2000106', invoices, dates.withinFourYears('operation')],
  ['B4_2000107', every, dates.withinTwentyYears('operation'), { source: '3.2.3, 3.2.11' }],
  ['B4_2000108.1', withInvoice, dates.receivedInYearWithoutOperation, { needsWhole: true }],
  ['B4_2000108.2', received, dates.inFiscalYear('received')],
  ['B4_2000144', withInvoice, dates.receivedFromYearOn],
  ['B4_2000109', invoices, dates.notBeforeIssue('received')],
  ['B4_2000090', withoutInvoice, dates.inFiscalYear('operation'), { operations: 'all' }],
  ['B4_2000314', received, dates.notBeforeIssue('accounted')],
  ['APP-14', invoices, dates.byToday('received'), { severity: 'warning', source: 'implausible' }],
  ['B4_2000016', invoices, corrections.correctionHasSeries, { needsWhole: true }],
  ['B4_2000101', invoices, corrections.lastNumberHasSummary],
  ['B4_2000102', invoices, corrections.summaryHasLastNumber, { needsWhole: true }],
  ['B4_2000019', invoices, corrections.substitutedHasMethod('base')],
  ['B4_2000020', invoices, corrections.substitutedHasMethod('quota')],
  ['B4_2000021', invoices, corrections.substitutedHasMethod('surcharge')],
  [
    'B4_3000001',
    invoices,
    corrections.relatedInvoicesAreNamed,
    { severity: 'warning', needsWhole: true },
  ],
  [
    'APP-22',
    invoices,
    corrections.substitutionHasAmounts,
    { severity: 'warning', source: 'meaning of substitution', needsWhole: true },
  ],
  ['B4_2000110', invoices, keys.typeIsNotCompensation('F5')],
  ['B4_2000111', invoices, keys.typeIsNotCompensation('LC')],
  ['B4_2000026.1', withInvoice, keys.keysGoTogether],
  ['B4_2000026.2', received, keys.keysGoTogether],
  [
    'APP-08',
    invoices,
    keys.keysDiffer,
    { severity: 'warning', source: 'tried: the schema takes it' },
  ],
  ['B4_2000024', received, keys.baseAtCostHasKey, { needsWhole: true }],
  ['B4_2000025', received, keys.groupKeyHasBaseAtCost, { needsWhole: true }],
  ['B4_2000112', withInvoice, totals.totalCoversParts, { needsWhole: true }],
  ['B4_2000149', received, totals.totalCoversParts, { needsWhole: true }],
  [
    'APP-16',
    withInvoice,
    totals.expensesAreWithinTotal,
    { severity: 'info', source: 'B4_2000140 before v1.0.5', needsWhole: true },
  ],
  [
    'APP-18',
    invoices,
    totals.totalIsNotAboveParts,
    { severity: 'info', source: 'the other side of 112, 149', needsWhole: true },
  ],
  ['B4_2000128', invoices, deductible.deductibleIsCompensation, { needsWhole: true }],
  ['B4_2000145', withInvoice, late.lateSubstitutedIsZero('base')],
  ['B4_2000146', withInvoice, late.lateSubstitutedIsZero('quota')],
  ['B4_2000147', withInvoice, late.lateSubstitutedIsZero('surcharge')],
];
