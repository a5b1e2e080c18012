import { conceptsWithAsset, conceptsWithoutAsset } from './data/concepts.ts';
import type { Line, Text } from './record.ts';
import type { LineCheck } from './rule.ts';

const isGiven = (text: Text | null) => text !== null && !text.isBlank;
const isAsset = ({ asset }: Line) => asset?.code === 'I' || asset?.code === 'R';

/** The activity code is present. Its official list is not public, so its value is not checked. */
export const activityIsNamed: LineCheck = ({ activity }, _record, report) => {
  if (activity?.isBlank === true) report.add(activity.element);
};

/** An expense that is no asset has a concept. */
export const nonAssetHasConcept: LineCheck = (line, _record, report) => {
  if (line.asset?.code === 'N' && line.concept === null)
    report.add(report.placeOf('Concepto', line.element));
};

/** An asset has no concept: it is depreciated in chapter 2. */
export const assetHasNoConcept: LineCheck = (line, _record, report) => {
  if (line.concept === null || !isAsset(line)) return;
  report.add(line.concept.element, {
    asset: line.asset?.code ?? '',
    concept: report.text(line.concept),
  });
};

/** An asset is named. */
export const assetIsNamed: LineCheck = (line, _record, report) => {
  if (!isAsset(line) || isGiven(line.assetReference)) return;
  const place = line.assetReference?.element ?? report.placeOf('ReferenciaBien', line.element);
  report.add(place, { asset: line.asset?.code ?? '' });
};

/** Some concepts name their asset. */
export const conceptNamesAsset: LineCheck = (line, _record, report) => {
  if (line.concept === null || !conceptsWithAsset.has(line.concept.code)) return;
  if (isGiven(line.assetReference)) return;
  // The rule of assets reports an asset without its name.
  if (isAsset(line)) return;
  const place = line.assetReference?.element ?? report.placeOf('ReferenciaBien', line.element);
  report.add(place, { concept: line.concept.code ?? '' });
};

/** Other concepts never name an asset. */
export const conceptNamesNoAsset: LineCheck = ({ concept, assetReference }, _record, report) => {
  if (concept === null || !conceptsWithoutAsset.has(concept.code)) return;
  if (assetReference === null || assetReference.isBlank) return;
  report.add(assetReference.element, {
    concept: concept.code ?? '',
    value: report.text(assetReference),
  });
};

/** An expense for income tax has a concept. */
export const expenseHasConcept: LineCheck = ({ asset, concept, expense }, _record, report) => {
  if (expense === null || concept !== null) return;
  // Another rule reports a missing concept of an expense that is no asset.
  if (asset?.code !== 'N') report.add(expense.element, { value: report.text(expense) });
};

/** An expense without invoice has an amount other than zero. */
export const expenseIsNotZero: LineCheck = ({ expense }, _record, report) => {
  if (expense?.cents === 0) report.add(expense.element);
};

/**
 * A line that is no asset has its income tax data (ours: VAT alone is legal, and often an
 * oversight).
 */
export const lineHasExpense: LineCheck = (line, _record, report) => {
  // Not N without a concept: that is an error with a rule of its own.
  if (isAsset(line) || (line.asset !== null && line.concept === null)) return;
  if (line.concept !== null && line.expense !== null) return;
  const missing = line.concept === null ? 'Concepto' : 'ImporteGastoIRPF';
  report.add(line.element, { missing });
};
