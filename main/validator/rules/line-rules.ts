import * as deductible from './deductible.ts';
import * as tax from './income-tax.ts';
import * as late from './late-received.ts';
import * as reagyp from './reagyp.ts';
import type { LineCheck } from './rule.ts';
import {
  expenses,
  invoices,
  type RuleRow,
  received,
  withInvoice,
  withoutInvoice,
} from './rule-row.ts';
import * as surcharge from './surcharge.ts';
import * as vat from './vat-lines.ts';

/** Rules about one VAT or income-tax line of a record. */
export const lineRules: readonly RuleRow<LineCheck>[] = [
  ['B4_2000118', withInvoice, vat.reverseChargeSuitsKeys],
  ['B4_2000310', received, vat.reverseChargeSuitsKeys],
  ['B4_2000119', withInvoice, vat.reverseChargeSuitsType],
  ['B4_2000311', received, vat.reverseChargeSuitsType],
  ['B4_2000121', invoices, vat.absentWithCompensation('rate')],
  ['B4_2000122', invoices, vat.quotaHasRate, { needsWhole: true }],
  ['B4_2000312', received, vat.groupQuotaHasRate, { needsWhole: true }],
  ['B4_2000031', invoices, vat.rateIsKnown],
  ['B4_2000123', invoices, vat.absentWithCompensation('quota')],
  ['B4_2000094', invoices, vat.quotaHasSignOfBase],
  ['B4_2000124', invoices, vat.quotaFollowsFromBase],
  ['B4_2000313', received, vat.groupQuotaFollowsFromCost],
  ['APP-10', invoices, vat.quotaIsExact, { severity: 'warning', source: 'closer than B4_2000124' }],
  ['APP-13', invoices, vat.rateWasInForce, { severity: 'warning', source: 'rates by date' }],
  ['B4_2000125', invoices, deductible.deductibleIsBorne, { needsWhole: true }],
  ['B4_2000126', invoices, deductible.deductibleIsZeroWithKey('13')],
  ['B4_2000127', invoices, deductible.deductibleIsZeroWhenSimplified],
  ['B4_2000129', invoices, deductible.deductibleIsZeroWithKey('03')],
  ['B4_2000130', withInvoice, deductible.deductibleIsZeroUnderSurcharge],
  ['B4_2000134', invoices, reagyp.compensationRateHasKey],
  ['B4_2000135', invoices, reagyp.compensationRateIsKnown],
  ['B4_2000136', invoices, reagyp.compensationGoesWithKey, { needsWhole: true }],
  ['B4_2000096', invoices, reagyp.compensationHasSignOfBase],
  ['B4_2000138', invoices, reagyp.compensationFollowsFromBase],
  ['B4_2000131', withInvoice, vat.absentWithCompensation('surchargeRate')],
  ['B4_2000133', withInvoice, vat.absentWithCompensation('surcharge')],
  ['B4_2000035', withInvoice, surcharge.surchargeRateIsKnown, { severity: 'warning' }],
  ['B4_2000142', withInvoice, surcharge.absentWithoutRegime('surchargeRate'), { needsWhole: true }],
  ['B4_2000143', withInvoice, surcharge.absentWithoutRegime('surcharge'), { needsWhole: true }],
  [
    'APP-11',
    withInvoice,
    surcharge.surchargeRateFitsRate,
    { severity: 'warning', source: 'rates by date' },
  ],
  [
    'APP-12',
    withInvoice,
    surcharge.surchargeFollowsFromBase,
    { severity: 'warning', source: 'as B4_2000124' },
  ],
  ['B4_2000080.1', withInvoice, tax.activityIsNamed],
  ['B4_2000080.2', withoutInvoice, tax.activityIsNamed, { operations: 'all' }],
  ['B4_2000113', withInvoice, tax.nonAssetHasConcept, { needsWhole: true }],
  ['B4_2000114', withInvoice, tax.assetHasNoConcept],
  ['B4_2000115', withInvoice, tax.assetIsNamed, { needsWhole: true }],
  ['B4_2000116', expenses, tax.conceptNamesAsset, { needsWhole: true }],
  ['B4_2000117', expenses, tax.conceptNamesNoAsset],
  ['B4_2000139', withInvoice, tax.expenseHasConcept, { needsWhole: true }],
  ['B4_2000151', withoutInvoice, tax.expenseIsNotZero],
  [
    'APP-15',
    withInvoice,
    tax.lineHasExpense,
    { severity: 'info', source: 'OCA 3479', needsWhole: true },
  ],
  ['B4_2000148', withInvoice, late.lateAmountIsZero('base')],
  ['B4_2000152', withInvoice, late.lateRateIsAbsent('rate')],
  ['B4_2000153', withInvoice, late.lateAmountIsZero('deductible')],
  ['B4_2000154', withInvoice, late.lateRateIsAbsent('surchargeRate')],
  ['B4_2000155', withInvoice, late.lateAmountIsZero('surcharge')],
  ['B4_2000156', withInvoice, late.lateRateIsAbsent('compensationRate')],
  ['B4_2000157', withInvoice, late.lateAmountIsZero('compensation')],
];
