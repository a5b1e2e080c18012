/**
 * A rate and its period. Rates in hundredths of a percent, days as yyyymmdd, both included; null:
 * open.
 */
export interface RatePeriod {
  readonly rate: number;
  readonly from: number | null;
  readonly to: number | null;
  /** Surcharges (recargo de equivalencia) allowed with it. */
  readonly surcharges: readonly number[];
}

/**
 * VAT rates: the list of Validaciones v1.0.5 (B4_2000031: 0, 4, 7, 8, 10, 16, 18, 21) and the
 * temporary rates on food and energy that came after it (RDL 11/2022, 20/2022, 4/2024). The file
 * does not say what was bought, so a rate counts as in force while anything carried it.
 * 0.625 cannot be written with the schema's two decimals: 0.62 stands for it.
 */
const vatRates: readonly RatePeriod[] = [
  { rate: 2100, from: 20120901, to: null, surcharges: [520, 175] },
  { rate: 1000, from: 20120901, to: null, surcharges: [140] },
  { rate: 400, from: 19950101, to: null, surcharges: [50] },
  { rate: 0, from: null, to: null, surcharges: [0] },
  { rate: 1800, from: 20100701, to: 20120831, surcharges: [400] },
  { rate: 800, from: 20100701, to: 20120831, surcharges: [100] },
  { rate: 1600, from: 19950101, to: 20100630, surcharges: [400] },
  { rate: 700, from: 19950101, to: 20100630, surcharges: [100] },
  { rate: 500, from: 20220701, to: 20240930, surcharges: [62, 63, 50] },
  { rate: 200, from: 20241001, to: 20241231, surcharges: [26] },
  { rate: 750, from: 20241001, to: 20241231, surcharges: [100] },
];

const periodOfRate: ReadonlyMap<number, RatePeriod> = new Map(
  vatRates.map((period) => [period.rate, period]),
);

/** A VAT rate's period; undefined for any other number. */
export function vatRate(hundredths: number): RatePeriod | undefined {
  return periodOfRate.get(hundredths);
}

/**
 * Surcharge rates: the list of Validaciones v1.0.5 (B4_2000035) and those of the temporary VAT
 * rates.
 */
export const surchargeRates: ReadonlySet<number> = new Set([
  0, 26, 50, 62, 63, 100, 140, 175, 400, 520,
]);

/**
 * Compensation percentages for farmers (REAGYP), B4_2000135. 10 was in force until 31-08-2012 and
 * is not in the ledger's list.
 */
export const compensationRates: ReadonlySet<number> = new Set([0, 850, 1050, 1200]);
