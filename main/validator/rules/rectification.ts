import type { Amount, LedgerRecord, Report } from './record.ts';

/** A rectifying invoice has a series. */
export function correctionHasSeries(
  { correction, series, headerElement }: LedgerRecord,
  report: Report,
): void {
  if (correction === null || (series !== null && !series.isBlank)) return;
  report.add(series?.element ?? report.placeOf('SerieFactura', headerElement));
}

/** A last number only in a summary entry (F4). */
export function lastNumberHasSummary({ type, lastNumber }: LedgerRecord, report: Report): void {
  if (lastNumber === null || lastNumber.isBlank || type?.code == null || type.code === 'F4') return;
  report.add(lastNumber.element, { type: type.code });
}

/** A summary entry (F4) has its last number. */
export function summaryHasLastNumber(
  { type, lastNumber, headerElement }: LedgerRecord,
  report: Report,
): void {
  if (type?.code !== 'F4' || (lastNumber !== null && !lastNumber.isBlank)) return;
  report.add(lastNumber?.element ?? report.placeOf('NumFacturaFin', headerElement));
}

/** Rectified amounts appear only in a rectification by substitution. */
export function substitutedBaseHasMethod(record: LedgerRecord, report: Report): void {
  amountHasMethod(record, record.correction?.substituted?.base ?? null, report);
}

/** The same for the quota. */
export function substitutedQuotaHasMethod(record: LedgerRecord, report: Report): void {
  amountHasMethod(record, record.correction?.substituted?.quota ?? null, report);
}

/** The same for the surcharge. */
export function substitutedSurchargeHasMethod(record: LedgerRecord, report: Report): void {
  amountHasMethod(record, record.correction?.substituted?.surcharge ?? null, report);
}

function amountHasMethod(
  { correction }: LedgerRecord,
  amount: Amount | null,
  report: Report,
): void {
  const method = correction?.method?.code ?? null;
  if (amount === null || method === null || method === 'S') return;
  report.add(amount.element, { value: report.text(amount) });
}

/**
 * The rectified (FacturaRectificativa) or replaced (F3) invoices are listed, each with its number.
 */
export function relatedInvoicesAreNamed(record: LedgerRecord, report: Report): void {
  const { correction, type, related, headerElement } = record;
  if (correction === null && type?.code !== 'F3') return;
  if (related === null || related.invoices.length === 0) {
    const place =
      related?.element ?? report.placeOf('FacturasRectificadasSustituidas', headerElement);
    report.add(place, { reason: correction === null ? 'F3' : 'FacturaRectificativa' });
    return;
  }
  for (const { number } of related.invoices)
    if (number?.isBlank === true)
      report.add(number.element, {}, { code: 'rule_B4_3000001_number' });
}

/**
 * A rectification by substitution states the rectified amounts (ours: the schema accepts it
 * without).
 */
export function substitutionHasAmounts({ correction }: LedgerRecord, report: Report): void {
  if (correction === null || correction.method?.code !== 'S' || correction.substituted !== null)
    return;
  report.add(report.placeOf('ImporteRectificacionSustitutiva', correction.element));
}
