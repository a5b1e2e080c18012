import { toAmount } from '../../../contract/money.ts';
import { differsFromShare, haveOppositeSigns, percent, shareOf } from './arithmetic.ts';
import { type RatePeriod, vatRate } from './data/rates.ts';
import { quotaTolerance, tolerances } from './data/tolerances.ts';
import { areAllKeysIn, hasKey, isOnlyGroupKey } from './keys.ts';
import type { LedgerRecord } from './record.ts';
import type { LineCheck } from './rule.ts';

/** Keys that exclude the reverse charge. */
const keysWithoutReverse: ReadonlySet<string | null> = new Set(['02', '03', '05', '08', '13']);

/** No reverse charge when every key excludes it. */
export const reverseChargeSuitsKeys: LineCheck = (line, record, report) => {
  if (line.reverseCharge?.code !== 'S' || !areAllKeysIn(record, keysWithoutReverse)) return;
  report.add(line.reverseCharge.element, { keys: record.keys.map(({ code }) => code).join(', ') });
};

/** No reverse charge on imports and customs settlements. */
export const reverseChargeSuitsType: LineCheck = (line, { type }, report) => {
  if (line.reverseCharge?.code !== 'S' || (type?.code !== 'F5' && type?.code !== 'LC')) return;
  report.add(line.reverseCharge.element, { type: type.code });
};

/** No VAT and no surcharge on compensation for farmers. */
export const absentWithCompensation = (
  field: 'rate' | 'quota' | 'surchargeRate' | 'surcharge',
): LineCheck =>
  function absentWithCompensation(line, record, report) {
    const found = line[field];
    if (found !== null && hasKey(record, '02'))
      report.add(found.element, { value: report.text(found) });
  };

/** A quota on a base has its rate. With key 06 alone another rule requires it. */
export const quotaHasRate: LineCheck = (line, record, report) => {
  if (line.quota === null || line.rate !== null || isOnlyGroupKey(record)) return;
  if (line.base?.cents == null || line.base.cents === 0) return;
  // Key 02 allows neither a rate nor a quota.
  if (hasKey(record, '02')) return;
  report.add(report.placeOf('TipoImpositivo', line.element), { quota: report.text(line.quota) });
};

/** With key 06 alone every quota has its rate (240). */
export const groupQuotaHasRate: LineCheck = (line, record, report) => {
  if (line.quota === null || line.rate !== null || !isOnlyGroupKey(record)) return;
  report.add(report.placeOf('TipoImpositivo', line.element), { quota: report.text(line.quota) });
};

/** VAT has or has had this rate. */
export const rateIsKnown: LineCheck = ({ rate }, record, report) => {
  if (rate?.hundredths == null || vatRate(rate.hundredths) !== undefined) return;
  // Another rule reports a compensation percentage in the wrong element.
  if (hasKey(record, '02')) return;
  report.add(rate.element, { rate: report.text(rate) });
};

/** The rate was in force on the day of the operation, or of the rectified invoice (ours). */
export const rateWasInForce: LineCheck = ({ rate }, record, report) => {
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
};

function isWithin({ from, to }: RatePeriod, day: number): boolean {
  return (from === null || day >= from) && (to === null || day <= to);
}

/** A rectification by differences may change a quota without its base. */
const isByDifferences = ({ correction }: LedgerRecord) => correction?.method?.code === 'I';

/** The quota has the sign of its base. */
export const quotaHasSignOfBase: LineCheck = ({ base, quota }, record, report) => {
  if (base?.cents == null || quota?.cents == null || isByDifferences(record)) return;
  if (haveOppositeSigns(base.cents, quota.cents))
    report.add(quota.element, { quota: report.text(quota), base: report.text(base) });
};

/**
 * The quota is base times rate, within the ledger's tolerance. With key 06 alone another base
 * counts.
 */
export const quotaFollowsFromBase: LineCheck = ({ base, rate, quota }, record, report) => {
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
};

/**
 * With key 06 alone the quota is the base at cost times rate (240). The invoice has one such base,
 * so only an invoice with a single line is checked.
 */
export const groupQuotaFollowsFromCost: LineCheck = (line, record, report) => {
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
};

/**
 * The quota differs from base times rate by rounding only (ours: the ledger's tolerance accepts
 * typing errors).
 */
export const quotaIsExact: LineCheck = (line, record, report) => {
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
};
