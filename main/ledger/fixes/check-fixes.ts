import type { PlacedFault } from '../issue-list.ts';
import type { FaultyForm } from '../judge-form.ts';
import type { Tape } from '../tape.ts';
import type { EditedDocument } from './edits.ts';
import type { PlannedFix } from './plan.ts';

/** The faults of the mended document by its elements. */
class FaultsAfter {
  readonly #form: FaultyForm;
  readonly #byElement = new Map<number, PlacedFault[]>();

  constructor(form: FaultyForm) {
    this.#form = form;
    for (const fault of form.faults) {
      const known = this.#byElement.get(fault.element);
      if (known === undefined) this.#byElement.set(fault.element, [fault]);
      else known.push(fault);
    }
  }

  at(element: number): readonly PlacedFault[] {
    return this.#byElement.get(element) ?? [];
  }

  /** Those of an element and its children. */
  around(element: number): PlacedFault[] {
    const { after } = this.#form.tape;
    const end = after[element] ?? 0;
    const found = [...this.at(element)];
    for (let child = element + 1; child < end; child = after[child] ?? end) found.push(...this.at(child));
    return found;
  }
}

/**
 * Those of the fixes after which their fault is gone and nothing new is wrong with the element they changed; where something was taken away or changed places, with
 * none of those around it either. Faults that only could not be seen before do not count: a date that is now read may be too early.
 */
export function heldFixes(
  planned: readonly PlannedFix[],
  before: FaultyForm,
  { form: after, offsetAfter }: { readonly form: FaultyForm } & Pick<EditedDocument, 'offsetAfter'>,
): PlannedFix[] {
  const faults = new FaultsAfter(after);
  const find = (element: number) => elementAt(after.tape, offsetAfter(before.tape.start[element] ?? 0));
  const told = new Map<number, PlacedFault[]>();
  for (const fault of before.faults) {
    const parent = before.tape.parent[fault.element] ?? 0;
    for (const element of new Set([parent, fault.element]))
      told.set(element, [...(told.get(element) ?? []), fault]);
  }
  return planned.filter((fix) => {
    const { element } = fix.fault;
    const found = find(element);
    if (found !== null && faults.at(found).some((fault) => isWorse(fault, fix.fault))) return false;
    if (!fix.isStrict) return true;
    const parent = before.tape.parent[element] ?? 0;
    const around = [find(parent), find(before.tape.parent[parent] ?? 0)];
    const known = [...(told.get(parent) ?? []), ...(told.get(before.tape.parent[parent] ?? 0) ?? [])];
    return around.every(
      (place) => place === null || faults.around(place).every((fault) => isKnown(fault, known)),
    );
  });
}

const sameKind = (a: PlacedFault, b: PlacedFault) =>
  a.code === b.code && JSON.stringify(a.params) === JSON.stringify(b.params);

/** Whether a fault is the old one, or one of the value as it is written now. */
function isWorse(fault: PlacedFault, mended: PlacedFault): boolean {
  if (sameKind(fault, mended)) return true;
  const isOfValue = mended.layer === 'schema' && !/unexpected|missing/.test(mended.code);
  return fault.layer === mended.layer && isOfValue;
}

function isKnown(fault: PlacedFault, known: readonly PlacedFault[]): boolean {
  return known.some((one) => sameKind(one, fault));
}

/** The element whose `<` has this offset. */
function elementAt({ start, count }: Tape, offset: number | null): number | null {
  if (offset === null) return null;
  let low = 0;
  let high = count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = start[middle] ?? 0;
    if (at === offset) return middle;
    if (at < offset) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
