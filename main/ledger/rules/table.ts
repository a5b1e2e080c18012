import * as application from './application.ts';
import * as blanks from './blanks.ts';
import * as party from './counterparty.ts';
import { ruleSet } from './data/rule-set.ts';
import * as dates from './dates.ts';
import * as deductible from './deductible.ts';
import * as identities from './identities.ts';
import * as tax from './income-tax.ts';
import * as keys from './keys.ts';
import * as late from './late-received.ts';
import * as reagyp from './reagyp.ts';
import type { Chapter, Severity } from './record.ts';
import * as corrections from './rectification.ts';
import type { FileCheck, LineCheck, RecordCheck, Rule } from './rule.ts';
import * as surcharge from './surcharge.ts';
import * as totals from './totals.ts';
import * as vat from './vat-lines.ts';

type Operations = Rule['operations'];
type Row<Check> = readonly [
  string,
  readonly Chapter[],
  Operations,
  Severity,
  string,
  Check,
  'whole'?,
];

const every: readonly Chapter[] = ['140/2.1', '140/2.2', '240/2'];
const invoices: readonly Chapter[] = ['140/2.1', '240/2'];
const withInvoice: readonly Chapter[] = ['140/2.1'];
const withoutInvoice: readonly Chapter[] = ['140/2.2'];
const expenses: readonly Chapter[] = ['140/2.1', '140/2.2'];
const received: readonly Chapter[] = ['240/2'];

function describe<Check>([id, chapters, operations, severity, source, check, whole]: Row<Check>) {
  const official = id.startsWith('B4_');
  return {
    id,
    chapters,
    operations,
    severity,
    source: official ? `Validaciones v${ruleSet.version}, ${source}` : source,
    validFrom: ruleSet.validFrom,
    validTo: null,
    needsWhole: whole === 'whole',
    check,
  };
}

const fileRules: readonly Row<FileCheck>[] = [
  ['B4_1000005', invoices, 'all', 'error', '3.2.1', identities.invoicesDiffer],
  ['B4_1000005.2', withoutInvoice, 'all', 'error', '3.2.1', identities.expensesDiffer],
  ['B4_1000006', every, 'all', 'error', '3.1', application.bookSuitsPerson],
  ['APP-06', every, 'all', 'warning', 'start dates of Batuz', application.fiscalYearIsPlausible],
  ['APP-19', invoices, 'entries', 'warning', 'OCA 3984', identities.invoicesAreNotRepeated],
  ['APP-20', every, 'entries', 'info', 'Envío Masivo v1.0.7, 1.3', application.quarterIsOpen],
];

const recordRules: readonly Row<RecordCheck>[] = [
  ['B4_2000011.1', invoices, 'all', 'error', '3.2.3.1, 3.2.11', party.partyTaxIdIsValid],
  ['B4_2000011.2', withoutInvoice, 'entries', 'error', '3.2.3.2', party.partyTaxIdIsValid],
  ['B4_2000011.3', received, 'entries', 'error', '3.2.11', party.successorTaxIdIsValid],
  ['B4_2000012.1', invoices, 'all', 'error', '3.2.3.1, 3.2.11', party.foreignIdHasCountry, 'whole'],
  [
    'B4_2000012.2',
    withoutInvoice,
    'entries',
    'error',
    '3.2.3.2',
    party.foreignIdHasCountry,
    'whole',
  ],
  ['B4_2000013.1', invoices, 'all', 'warning', '3.2.3.1, 3.2.11', party.vatIdHasShape],
  ['B4_2000013.2', withoutInvoice, 'entries', 'warning', '3.2.3.2', party.vatIdHasShape],
  [
    'B4_2000100',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    party.intraCommunityIssuerHasVatId,
  ],
  ['APP-09', invoices, 'all', 'warning', 'OCA 3496, 1911', party.foreignIdIsForeign],
  ['APP-07', every, 'all', 'error', 'tried: the schema takes them', blanks.requiredTextsAreGiven],
  [
    'APP-07.2',
    every,
    'all',
    'warning',
    'tried: the schema takes them',
    blanks.optionalTextsAreGiven,
  ],
  ['B4_2000005', every, 'all', 'error', '3.2.3, 3.2.11, 3.3', dates.datesAreReal],
  ['B4_2000103', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', dates.issuedWithinFourYears],
  ['B4_2000104.1', withInvoice, 'all', 'error', '3.2.3.1, 3.3.3', dates.issuedByToday],
  ['B4_2000104.2', received, 'entries', 'error', '3.2.11', dates.issuedByToday],
  ['B4_2000007', received, 'cancellations', 'error', '3.3.11', dates.issuedByToday],
  ['B4_2000105', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', dates.issuedWithinTwentyYears],
  ['B4_2000106', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', dates.operationWithinFourYears],
  ['B4_2000107', every, 'entries', 'error', '3.2.3, 3.2.11', dates.operationWithinTwentyYears],
  [
    'B4_2000108.1',
    withInvoice,
    'entries',
    'error',
    '3.2.3.1',
    dates.receivedInYearWithoutOperation,
    'whole',
  ],
  ['B4_2000108.2', received, 'entries', 'error', '3.2.11', dates.receivedInYear],
  ['B4_2000144', withInvoice, 'entries', 'error', '3.2.3.1', dates.receivedFromYearOn],
  ['B4_2000109', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', dates.receivedAfterIssue],
  ['B4_2000090', withoutInvoice, 'all', 'error', '3.2.3.2', dates.operationInYear],
  ['B4_2000314', received, 'entries', 'error', '3.2.11', dates.accountedAfterIssue],
  ['APP-14', invoices, 'entries', 'warning', 'implausible', dates.receivedByToday],
  [
    'B4_2000016',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    corrections.correctionHasSeries,
    'whole',
  ],
  ['B4_2000101', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', corrections.lastNumberHasSummary],
  [
    'B4_2000102',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    corrections.summaryHasLastNumber,
    'whole',
  ],
  [
    'B4_2000019',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    corrections.substitutedBaseHasMethod,
  ],
  [
    'B4_2000020',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    corrections.substitutedQuotaHasMethod,
  ],
  [
    'B4_2000021',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    corrections.substitutedSurchargeHasMethod,
  ],
  [
    'B4_3000001',
    invoices,
    'entries',
    'warning',
    '3.2.3.1, 3.2.11',
    corrections.relatedInvoicesAreNamed,
    'whole',
  ],
  [
    'APP-22',
    invoices,
    'entries',
    'warning',
    'meaning of substitution',
    corrections.substitutionHasAmounts,
    'whole',
  ],
  ['B4_2000110', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', keys.importIsNotCompensation],
  ['B4_2000111', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', keys.customsIsNotCompensation],
  ['B4_2000026.1', withInvoice, 'entries', 'error', '3.2.3.1', keys.keysGoTogether],
  ['B4_2000026.2', received, 'entries', 'error', '3.2.11', keys.keysGoTogether],
  ['APP-08', invoices, 'entries', 'warning', 'tried: the schema takes it', keys.keysDiffer],
  ['B4_2000024', received, 'entries', 'error', '3.2.11', keys.baseAtCostHasKey, 'whole'],
  ['B4_2000025', received, 'entries', 'error', '3.2.11', keys.groupKeyHasBaseAtCost, 'whole'],
  ['B4_2000112', withInvoice, 'entries', 'error', '3.2.3.1', totals.totalCoversParts, 'whole'],
  ['B4_2000149', received, 'entries', 'error', '3.2.11', totals.totalCoversParts, 'whole'],
  [
    'APP-16',
    withInvoice,
    'entries',
    'info',
    'B4_2000140 before v1.0.5',
    totals.expensesAreWithinTotal,
    'whole',
  ],
  [
    'APP-18',
    invoices,
    'entries',
    'info',
    'the other side of 112, 149',
    totals.totalIsNotAboveParts,
    'whole',
  ],
  [
    'B4_2000128',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    deductible.deductibleIsCompensation,
    'whole',
  ],
  ['B4_2000145', withInvoice, 'entries', 'error', '3.2.3.1', late.lateSubstitutedBaseIsZero],
  ['B4_2000146', withInvoice, 'entries', 'error', '3.2.3.1', late.lateSubstitutedQuotaIsZero],
  ['B4_2000147', withInvoice, 'entries', 'error', '3.2.3.1', late.lateSubstitutedSurchargeIsZero],
];

const lineRules: readonly Row<LineCheck>[] = [
  ['B4_2000118', withInvoice, 'entries', 'error', '3.2.3.1', vat.reverseChargeSuitsKeys],
  ['B4_2000310', received, 'entries', 'error', '3.2.11', vat.reverseChargeSuitsKeys],
  ['B4_2000119', withInvoice, 'entries', 'error', '3.2.3.1', vat.reverseChargeSuitsType],
  ['B4_2000311', received, 'entries', 'error', '3.2.11', vat.reverseChargeSuitsType],
  ['B4_2000121', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.rateIsNotCompensation],
  ['B4_2000122', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.quotaHasRate, 'whole'],
  ['B4_2000312', received, 'entries', 'error', '3.2.11', vat.groupQuotaHasRate, 'whole'],
  ['B4_2000031', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.rateIsKnown],
  ['B4_2000123', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.quotaIsNotCompensation],
  ['B4_2000094', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.quotaHasSignOfBase],
  ['B4_2000124', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', vat.quotaFollowsFromBase],
  ['B4_2000313', received, 'entries', 'error', '3.2.11', vat.groupQuotaFollowsFromCost],
  ['APP-10', invoices, 'entries', 'warning', 'closer than B4_2000124', vat.quotaIsExact],
  ['APP-13', invoices, 'entries', 'warning', 'rates by date', vat.rateWasInForce],
  [
    'B4_2000125',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    deductible.deductibleIsBorne,
    'whole',
  ],
  [
    'B4_2000126',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    deductible.deductibleIsZeroWithKey13,
  ],
  [
    'B4_2000127',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    deductible.deductibleIsZeroWhenSimplified,
  ],
  [
    'B4_2000129',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    deductible.deductibleIsZeroWithKey03,
  ],
  [
    'B4_2000130',
    withInvoice,
    'entries',
    'error',
    '3.2.3.1',
    deductible.deductibleIsZeroUnderSurcharge,
  ],
  ['B4_2000134', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', reagyp.compensationRateHasKey],
  ['B4_2000135', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', reagyp.compensationRateIsKnown],
  [
    'B4_2000136',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    reagyp.compensationGoesWithKey,
    'whole',
  ],
  ['B4_2000096', invoices, 'entries', 'error', '3.2.3.1, 3.2.11', reagyp.compensationHasSignOfBase],
  [
    'B4_2000138',
    invoices,
    'entries',
    'error',
    '3.2.3.1, 3.2.11',
    reagyp.compensationFollowsFromBase,
  ],
  ['B4_2000131', withInvoice, 'entries', 'error', '3.2.3.1', vat.surchargeRateIsNotCompensation],
  ['B4_2000133', withInvoice, 'entries', 'error', '3.2.3.1', vat.surchargeIsNotCompensation],
  ['B4_2000035', withInvoice, 'entries', 'warning', '3.2.3.1', surcharge.surchargeRateIsKnown],
  [
    'B4_2000142',
    withInvoice,
    'entries',
    'error',
    '3.2.3.1',
    surcharge.surchargeRateHasRegime,
    'whole',
  ],
  ['B4_2000143', withInvoice, 'entries', 'error', '3.2.3.1', surcharge.surchargeHasRegime, 'whole'],
  ['APP-11', withInvoice, 'entries', 'warning', 'rates by date', surcharge.surchargeRateFitsRate],
  [
    'APP-12',
    withInvoice,
    'entries',
    'warning',
    'as B4_2000124',
    surcharge.surchargeFollowsFromBase,
  ],
  ['B4_2000080.1', withInvoice, 'entries', 'error', '3.2.3.1', tax.activityIsNamed],
  ['B4_2000080.2', withoutInvoice, 'all', 'error', '3.2.3.2', tax.activityIsNamed],
  ['B4_2000113', withInvoice, 'entries', 'error', '3.2.3.1', tax.nonAssetHasConcept, 'whole'],
  ['B4_2000114', withInvoice, 'entries', 'error', '3.2.3.1', tax.assetHasNoConcept],
  ['B4_2000115', withInvoice, 'entries', 'error', '3.2.3.1', tax.assetIsNamed, 'whole'],
  ['B4_2000116', expenses, 'entries', 'error', '3.2.3.1, 3.2.3.2', tax.conceptNamesAsset, 'whole'],
  ['B4_2000117', expenses, 'entries', 'error', '3.2.3.1, 3.2.3.2', tax.conceptNamesNoAsset],
  ['B4_2000139', withInvoice, 'entries', 'error', '3.2.3.1', tax.expenseHasConcept, 'whole'],
  ['B4_2000151', withoutInvoice, 'entries', 'error', '3.2.3.2', tax.expenseIsNotZero],
  ['APP-15', withInvoice, 'entries', 'info', 'OCA 3479', tax.lineHasExpense, 'whole'],
  ['B4_2000148', withInvoice, 'entries', 'error', '3.2.3.1', late.lateBaseIsZero],
  ['B4_2000152', withInvoice, 'entries', 'error', '3.2.3.1', late.lateRateIsAbsent],
  ['B4_2000153', withInvoice, 'entries', 'error', '3.2.3.1', late.lateDeductibleIsZero],
  ['B4_2000154', withInvoice, 'entries', 'error', '3.2.3.1', late.lateSurchargeRateIsAbsent],
  ['B4_2000155', withInvoice, 'entries', 'error', '3.2.3.1', late.lateSurchargeIsZero],
  ['B4_2000156', withInvoice, 'entries', 'error', '3.2.3.1', late.lateCompensationRateIsAbsent],
  ['B4_2000157', withInvoice, 'entries', 'error', '3.2.3.1', late.lateCompensationIsZero],
];

/**
 * Every rule: `[id, chapters, operations, severity, source, function, whole]`. A new rule is one
 * row here, its function and its pair of tests.
 */
export const rules: readonly Rule[] = [
  ...fileRules.map((row) => ({ ...describe(row), subject: 'file' as const })),
  ...recordRules.map((row) => ({ ...describe(row), subject: 'record' as const })),
  ...lineRules.map((row) => ({ ...describe(row), subject: 'line' as const })),
];
