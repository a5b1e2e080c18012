import type { SubstitutedAmounts } from './record.ts';
import type { RecordCheck } from './rule.ts';

/** A rectifying invoice has a series. */
export const correctionHasSeries: RecordCheck = ({ correction, series, headerElement }, report) => {
  if (correction === null || (series !== null && !series.isBlank)) return;
  report.add(series?.element ?? report.placeOf('SerieFactura', headerElement));
};

/** A last number only in a summary entry (F4). */
export const lastNumberHasSummary: RecordCheck = ({ type, lastNumber }, report) => {
  if (lastNumber === null || lastNumber.isBlank || type?.code == null || type.code === 'F4') return;
  report.add(lastNumber.element, { type: type.code });
};

/** A summary entry (F4) has its last number. */
export const summaryHasLastNumber: RecordCheck = ({ type, lastNumber, headerElement }, report) => {
  if (type?.code !== 'F4' || (lastNumber !== null && !lastNumber.isBlank)) return;
  report.add(lastNumber?.element ?? report.placeOf('NumFacturaFin', headerElement));
};

/** Rectified amounts appear only in a rectification by substitution. */
export const substitutedHasMethod = (part: keyof SubstitutedAmounts): RecordCheck =>
  function substitutedHasMethod({ correction }, report) {
    const amount = correction?.substituted?.[part] ?? null;
    const method = correction?.method?.code ?? null;
    if (amount === null || method === null || method === 'S') return;
    report.add(amount.element, { value: report.text(amount) });
  };

/**
 * The rectified (FacturaRectificativa) or replaced (F3) invoices are listed, each with its number.
 */
export const relatedInvoicesAreNamed: RecordCheck = (record, report) => {
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
};

/**
 * A rectification by substitution states the rectified amounts (ours: the schema accepts it
 * without).
 */
export const substitutionHasAmounts: RecordCheck = ({ correction }, report) => {
  if (correction === null || correction.method?.code !== 'S' || correction.substituted !== null)
    return;
  report.add(report.placeOf('ImporteRectificacionSustitutiva', correction.element));
};
