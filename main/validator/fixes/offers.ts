import type { ChosenFix, FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import type { FaultyForm } from '../validate-form.ts';
import { type Edit, editedText } from '../xml/edits.ts';
import { createPositionFinder, pathOf, recordNumberOf } from '../xml/places.ts';
import { cut, diffLines, maxText } from './diff-lines.ts';
import { isChosen } from './fix-order.ts';
import type { PlannedFix } from './plan.ts';

/** The number of faults that each fix removes. */
export function toOffers(fixes: readonly PlannedFix[]): FixOffer[] {
  const offers = new Map<string, FixOffer>();
  for (const { fix, fault } of fixes) {
    const { code, ledgerCode = null, severity = 'error' } = fault;
    const key = [fix, code, ledgerCode, severity].join();
    offers.set(key, { fix, code, ledgerCode, severity, count: (offers.get(key)?.count ?? 0) + 1 });
  }
  return [...offers.values()];
}

/** The fixes that a person chose. */
export function chooseFixes(
  { elementIndex }: FaultyForm,
  planned: readonly PlannedFix[],
  chosen: readonly ChosenFix[],
): PlannedFix[] {
  const position = createPositionFinder(elementIndex.bytes);
  return planned.filter(({ fix, fault }) =>
    isChosen(chosen, fix, fault, () => position(elementIndex.start[fault.element] ?? 0)),
  );
}

/** A page of changes, in the order of the file. */
export function describeChanges(
  form: FaultyForm,
  fixes: readonly PlannedFix[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): FixChange[] {
  const { elementIndex, records } = form;
  const position = createPositionFinder(elementIndex.bytes);
  return fixes.slice(offset, offset + limit).map(({ fix, fault, edits, value }) => {
    const { element } = fault;
    const { before, after } = value ?? describeText(form, edits);
    return {
      fix,
      before: cut(before),
      after: cut(after),
      record: recordNumberOf(elementIndex, records, element),
      path: pathOf(elementIndex, records, element),
      ...position(elementIndex.start[element] ?? 0),
      ...diffLines(elementIndex, edits),
    };
  });
}

/** The changed text from its first to its last byte, before and after. */
function describeText({ elementIndex }: FaultyForm, edits: readonly Edit[]) {
  const from = Math.min(...edits.map((edit) => edit.from));
  const to = Math.max(...edits.map((edit) => edit.to));
  const shown = Math.min(to, from + 4 * maxText);
  return {
    before: editedText(elementIndex.bytes, [], from, shown).trim(),
    after: editedText(elementIndex.bytes, edits, from, to).trim(),
  };
}
