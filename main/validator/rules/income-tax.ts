import { conceptsWithAsset, conceptsWithoutAsset } from './data/concepts.ts';
import type { LedgerRecord, Line, Report, Text } from './record.ts';

const isGiven = (text: Text | null) => text !== null && !text.isBlank;
const isAsset = ({ asset }: Line) => asset?.code === 'I' || asset?.code === 'R';

/** The activity code is present. Its official list is not public, so its value is not checked. */
export function activityIsNamed({ activity }: Line, _record: LedgerRecord, report: Report): void {
  if (activity?.isBlank === true) report.add(activity.element);
}

/** An expense that is no asset has a concept. */
export function nonAssetHasConcept(line: Line, _record: LedgerRecord, report: Report): void {
  if (line.asset?.code === 'N' && line.concept === null)
    report.add(report.placeOf('Concepto', line.element));
}

/** An asset has no concept: it is depreciated in chapter 2. */
export function assetHasNoConcept(line: Line, _record: LedgerRecord, report: Report): void {
  if (line.concept === null || !isAsset(line)) return;
  report.add(line.concept.element, {
    asset: line.asset?.code ?? '',
    concept: report.text(line.concept),
  });
}

/** An asset is named. */
export function assetIsNamed(line: Line, _record: LedgerRecord, report: Report): void {
  if (!isAsset(line) || isGiven(line.assetReference)) return;
  const place = line.assetReference?.element ?? report.placeOf('ReferenciaBien', line.element);
  report.add(place, { asset: line.asset?.code ?? '' });
}

/** Some concepts name their asset. */
export function conceptNamesAsset(line: Line, _record: LedgerRecord, report: Report): void {
  if (line.concept === null || !conceptsWithAsset.has(line.concept.code)) return;
  if (isGiven(line.assetReference)) return;
  // The rule of assets reports an asset without its name.
  if (isAsset(line)) return;
  const place = line.assetReference?.element ?? report.placeOf('ReferenciaBien', line.element);
  report.add(place, { concept: line.concept.code ?? '' });
}

/** Other concepts never name an asset. */
export function conceptNamesNoAsset(
  { concept, assetReference }: Line,
  _record: LedgerRecord,
  report: Report,
): void {
  if (concept === null || !conceptsWithoutAsset.has(concept.code)) return;
  if (assetReference === null || assetReference.isBlank) return;
  report.add(assetReference.element, {
    concept: concept.code ?? '',
    value: report.text(assetReference),
  });
}

/** An expense for income tax has a concept. */
export function expenseHasConcept(
  { asset, concept, expense }: Line,
  _record: LedgerRecord,
  report: Report,
): void {
  if (expense === null || concept !== null) return;
  // Another rule reports a missing concept of an expense that is no asset.
  if (asset?.code !== 'N') report.add(expense.element, { value: report.text(expense) });
}

/** An expense without invoice has an amount other than zero. */
export function expenseIsNotZero({ expense }: Line, _record: LedgerRecord, report: Report): void {
  if (expense?.cents === 0) report.add(expense.element);
}

/**
 * A line that is no asset has its income tax data (ours: VAT alone is legal, and often an
 * oversight).
 */
export function lineHasExpense(line: Line, _record: LedgerRecord, report: Report): void {
  // Not N without a concept: that is an error with a rule of its own.
  if (isAsset(line) || (line.asset !== null && line.concept === null)) return;
  if (line.concept !== null && line.expense !== null) return;
  const missing = line.concept === null ? 'Concepto' : 'ImporteGastoIRPF';
  report.add(line.element, { missing });
}
