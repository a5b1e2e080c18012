import { toAmount } from '../../../contract/money.ts';
import { differsFromShare, percent, shareOf } from './arithmetic.ts';
import { surchargeRates, vatRate } from './data/rates.ts';
import { tolerances } from './data/tolerances.ts';
import { hasKey } from './keys.ts';
import type { LineCheck } from './rule.ts';

/** The surcharge rate exists or has existed. */
export const surchargeRateIsKnown: LineCheck = ({ surchargeRate }, _record, report) => {
  if (surchargeRate?.hundredths == null || surchargeRates.has(surchargeRate.hundredths)) return;
  report.add(surchargeRate.element, { rate: report.text(surchargeRate) });
};

/** A surcharge, and its rate, require an activity under the equivalence surcharge. */
export const absentWithoutRegime = (field: 'surchargeRate' | 'surcharge'): LineCheck =>
  function absentWithoutRegime(line, record, report) {
    const { [field]: found, retailRegime } = line;
    if (found === null || retailRegime?.code === 'E') return;
    // Another rule forbids it with key 02 under any regime.
    if (hasKey(record, '02')) return;
    // Present but unreadable: the schema has reported it.
    if (retailRegime !== null && retailRegime.code === null) return;
    report.add(found.element, { value: report.text(found) });
  };

/** The surcharge rate belongs to the VAT rate (ours: the ledger has no rule for the pair). */
export const surchargeRateFitsRate: LineCheck = ({ rate, surchargeRate }, _record, report) => {
  if (rate?.hundredths == null || surchargeRate?.hundredths == null) return;
  const pairs = vatRate(rate.hundredths)?.surcharges;
  // Other rules report unknown rates.
  if (pairs === undefined || !surchargeRates.has(surchargeRate.hundredths)) return;
  if (pairs.includes(surchargeRate.hundredths)) return;
  report.add(surchargeRate.element, {
    surcharge: percent(surchargeRate.hundredths),
    rate: percent(rate.hundredths),
    expected: pairs.map(percent).join(' / '),
  });
};

/** The surcharge is base times its rate (ours). */
export const surchargeFollowsFromBase: LineCheck = (line, { correction }, report) => {
  const { base, surchargeRate, surcharge } = line;
  if (base?.cents == null || surchargeRate?.hundredths == null || surcharge?.cents == null) return;
  if (correction?.method?.code === 'I') return;
  if (
    !differsFromShare(base.cents, surchargeRate.hundredths, surcharge.cents, tolerances.surcharge)
  )
    return;
  report.add(surcharge.element, {
    value: report.text(surcharge),
    expected: toAmount(shareOf(base.cents, surchargeRate.hundredths)),
    base: report.text(base),
    rate: percent(surchargeRate.hundredths),
  });
};
