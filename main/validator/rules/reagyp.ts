import { toAmount } from '../../../contract/money.ts';
import { differsFromShare, haveOppositeSigns, percent, shareOf } from './arithmetic.ts';
import { compensationRates } from './data/rates.ts';
import { quotaTolerance } from './data/tolerances.ts';
import { hasKey } from './keys.ts';
import { isReceivedLate } from './late-received.ts';
import type { LedgerRecord } from './record.ts';
import type { LineCheck } from './rule.ts';

/** Whether all keys of the record are readable and none is 02, compensation for farmers. */
function isSurelyNotCompensation(record: LedgerRecord): boolean {
  return record.keys.length > 0 && record.keys.every(({ code }) => code !== null && code !== '02');
}

/** A compensation percentage requires key 02. */
export const compensationRateHasKey: LineCheck = ({ compensationRate }, record, report) => {
  if (compensationRate === null || !isSurelyNotCompensation(record)) return;
  report.add(compensationRate.element, { rate: report.text(compensationRate) });
};

/** The percentage is one of the ledger's list. */
export const compensationRateIsKnown: LineCheck = ({ compensationRate }, _record, report) => {
  if (compensationRate?.hundredths == null || compensationRates.has(compensationRate.hundredths))
    return;
  const allowed = [...compensationRates].map(percent).join(', ');
  report.add(compensationRate.element, { rate: report.text(compensationRate), allowed });
};

/**
 * Key 02 requires a compensation and a compensation requires key 02; when received late, a zero may
 * be left out.
 */
export const compensationGoesWithKey: LineCheck = (line, record, report) => {
  const { compensation } = line;
  if (compensation !== null && isSurelyNotCompensation(record))
    report.add(compensation.element, { value: report.text(compensation) });
  else if (compensation === null && hasKey(record, '02') && !isReceivedLate(record, report))
    report.add(
      report.placeOf('ImporteCompensacionREAGYP', line.element),
      {},
      { code: 'rule_B4_2000136_missing' },
    );
};

/** The compensation has the sign of its base. */
export const compensationHasSignOfBase: LineCheck = ({ base, compensation }, _record, report) => {
  if (base?.cents == null || compensation?.cents == null) return;
  if (!haveOppositeSigns(base.cents, compensation.cents)) return;
  report.add(compensation.element, { value: report.text(compensation), base: report.text(base) });
};

/** The compensation is base times percentage, within the ledger's tolerance. */
export const compensationFollowsFromBase: LineCheck = (line, record, report) => {
  const { base, compensationRate: rate, compensation } = line;
  if (base?.cents == null || rate?.hundredths == null || compensation?.cents == null) return;
  // An unknown percentage, or a base that must be zero, allows no conclusion.
  if (!compensationRates.has(rate.hundredths) || isReceivedLate(record, report)) return;
  // Another rule reports a wrong sign.
  const cents = haveOppositeSigns(base.cents, compensation.cents)
    ? -compensation.cents
    : compensation.cents;
  const tolerance = quotaTolerance(base.cents);
  if (!differsFromShare(base.cents, rate.hundredths, cents, tolerance)) return;
  report.add(compensation.element, {
    value: report.text(compensation),
    expected: toAmount(shareOf(base.cents, rate.hundredths)),
    base: report.text(base),
    rate: percent(rate.hundredths),
    tolerance: toAmount(tolerance),
  });
};
