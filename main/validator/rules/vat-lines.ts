import { toAmount } from '../../../contract/money.ts';
import { differsFromShare, haveOppositeSigns, percent, shareOf } from './arithmetic.ts';
import { type RatePeriod, vatRate } from './data/rates.ts';
import { quotaTolerance, tolerances } from './data/tolerances.ts';
import { areAllKeysIn, hasKey, isOnlyGroupKey } from './keys.ts';
import type { Field, LedgerRecord, Line, Report } from './record.ts';

/** Keys that exclude the reverse charge. */
const keysWithoutReverse: ReadonlySet<string | null> = new Set(['02', '03', '05', '08', '13']);

/** No reverse charge when every key excludes it. */
export function reverseChargeSuitsKeys(line: Line, record: LedgerRecord, report: Report): void {
  if (line.reverseCharge?.code !== 'S' || !areAllKeysIn(record, keysWithoutReverse)) return;
  report.add(line.reverseCharge.element, { keys: record.keys.map(({ code }) => code).join(', ') });
}

/** No reverse charge on imports and customs settlements. */
export function reverseChargeSuitsType(line: Line, { type }: LedgerRecord, report: Report): void {
  if (line.reverseCharge?.code !== 'S' || (type?.code !== 'F5' && type?.code !== 'LC')) return;
  report.add(line.reverseCharge.element, { type: type.code });
}

/** No VAT rate on compensation for farmers. */
export function rateIsNotCompensation(line: Line, record: LedgerRecord, report: Report): void {
  absentWithCompensation(line.rate, record, report);
}

/** No VAT quota on compensation for farmers. */
export function quotaIsNotCompensation(line: Line, record: LedgerRecord, report: Report): void {
  absentWithCompensation(line.quota, record, report);
}

/** No surcharge rate on compensation for farmers (140). */
export function surchargeRateIsNotCompensation(
  line: Line,
  record: LedgerRecord,
  report: Report,
): void {
  absentWithCompensation(line.surchargeRate, record, report);
}

/** No surcharge on compensation for farmers (140). */
export function surchargeIsNotCompensation(line: Line, record: LedgerRecord, report: Report): void {
  absentWithCompensation(line.surcharge, record, report);
}

function absentWithCompensation(field: Field | null, record: LedgerRecord, report: Report): void {
  if (field !== null && hasKey(record, '02'))
    report.add(field.element, { value: report.text(field) });
}

/** A quota on a base has its rate. With key 06 alone another rule requires it. */
export function quotaHasRate(line: Line, record: LedgerRecord, report: Report): void {
  if (line.quota === null || line.rate !== null || isOnlyGroupKey(record)) return;
  if (line.base?.cents == null || line.base.cents === 0) return;
  // Key 02 allows neither a rate nor a quota.
  if (hasKey(record, '02')) return;
  report.add(report.placeOf('TipoImpositivo', line.element), { quota: report.text(line.quota) });
}

/** With key 06 alone every quota has its rate (240). */
export function groupQuotaHasRate(line: Line, record: LedgerRecord, report: Report): void {
  if (line.quota === null || line.rate !== null || !isOnlyGroupKey(record)) return;
  report.add(report.placeOf('TipoImpositivo', line.element), { quota: report.text(line.quota) });
}

/** VAT has or has had this rate. */
export function rateIsKnown({ rate }: Line, record: LedgerRecord, report: Report): void {
  if (rate?.hundredths == null || vatRate(rate.hundredths) !== undefined) return;
  // Another rule reports a compensation percentage in the wrong element.
  if (hasKey(record, '02')) return;
  report.add(rate.element, { rate: report.text(rate) });
}

/** The rate was in force on the day of the operation, or of the rectified invoice (ours). */
export function rateWasInForce({ rate }: Line, record: LedgerRecord, report: Report): void {
  if (rate?.hundredths == null || rate.hundredths === 0) return;
  const day = (record.operation ?? record.issued)?.day ?? null;
  const period = vatRate(rate.hundredths);
  if (day === null || period === undefined) return;
  if (isWithin(period, day)) return;
  if (
    record.related?.invoices.some(
      ({ issued }) => issued?.day != null && isWithin(period, issued.day),
    )
  )
    return;
  report.add(rate.element, {
    rate: percent(rate.hundredths),
    date: report.text(record.operation ?? record.issued),
  });
}

function isWithin({ from, to }: RatePeriod, day: number): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

/** A rectification by differences may change a quota without its base. */
const isByDifferences = ({ correction }: LedgerRecord) => correction?.method?.code === 'I';

/** The quota has the sign of its base. */
export function quotaHasSignOfBase(
  { base, quota }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  if (base?.cents == null || quota?.cents == null || isByDifferences(record)) return;
  if (haveOppositeSigns(base.cents, quota.cents))
    report.add(quota.element, { quota: report.text(quota), base: report.text(base) });
}

/**
 * The quota is base times rate, within the ledger's tolerance. With key 06 alone another base
 * counts.
 */
export function quotaFollowsFromBase(
  { base, rate, quota }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  if (base?.cents == null || rate?.hundredths == null || quota?.cents == null || base.cents === 0)
    return;
  if (isByDifferences(record) || isOnlyGroupKey(record)) return;
  // An unknown rate allows no conclusion.
  if (vatRate(rate.hundredths) === undefined) return;
  // Another rule reports a wrong sign.
  const cents = haveOppositeSigns(base.cents, quota.cents) ? -quota.cents : quota.cents;
  const tolerance = quotaTolerance(base.cents);
  if (!differsFromShare(base.cents, rate.hundredths, cents, tolerance)) return;
  const expected = toAmount(shareOf(base.cents, rate.hundredths));
  const params = { quota: report.text(quota), expected, base: report.text(base) };
  report.add(quota.element, {
    ...params,
    rate: percent(rate.hundredths),
    tolerance: toAmount(tolerance),
  });
}

/**
 * With key 06 alone the quota is the base at cost times rate (240). The invoice has one such base,
 * so only an invoice with a single line is checked.
 */
export function groupQuotaFollowsFromCost(line: Line, record: LedgerRecord, report: Report): void {
  const { rate, quota } = line;
  const { baseAtCost, lines } = record;
  if (!isOnlyGroupKey(record) || lines.length !== 1) return;
  if (baseAtCost?.cents == null || rate?.hundredths == null || quota?.cents == null) return;
  const tolerance = quotaTolerance(baseAtCost.cents);
  if (!differsFromShare(baseAtCost.cents, rate.hundredths, quota.cents, tolerance)) return;
  report.add(quota.element, {
    quota: report.text(quota),
    expected: toAmount(shareOf(baseAtCost.cents, rate.hundredths)),
    base: report.text(baseAtCost),
    rate: percent(rate.hundredths),
    tolerance: toAmount(tolerance),
  });
}

/**
 * The quota differs from base times rate by rounding only (ours: the ledger's tolerance accepts
 * typing errors).
 */
export function quotaIsExact(line: Line, record: LedgerRecord, report: Report): void {
  const { rate, quota } = line;
  const isAtCost = isOnlyGroupKey(record);
  if (isAtCost && record.lines.length !== 1) return;
  const base = isAtCost ? record.baseAtCost : line.base;
  if (base?.cents == null || rate?.hundredths == null || quota?.cents == null || base.cents === 0)
    return;
  if ((isByDifferences(record) && !isAtCost) || haveOppositeSigns(base.cents, quota.cents)) return;
  if (vatRate(rate.hundredths) === undefined) return;
  if (!differsFromShare(base.cents, rate.hundredths, quota.cents, tolerances.plausibleQuota))
    return;
  if (differsFromShare(base.cents, rate.hundredths, quota.cents, quotaTolerance(base.cents)))
    return;
  report.add(quota.element, {
    quota: report.text(quota),
    expected: toAmount(shareOf(base.cents, rate.hundredths)),
    base: report.text(base),
    rate: percent(rate.hundredths),
  });
}
