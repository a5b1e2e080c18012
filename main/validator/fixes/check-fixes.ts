import type { PlacedFault } from '../issue-list.ts';
import type { FaultyForm } from '../validate-form.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import type { EditedDocument } from './edits.ts';
import type { PlannedFix } from './plan.ts';

/** The faults of the fixed document, by element. */
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

  /** Faults of an element and its children. */
  around(element: number): PlacedFault[] {
    const { after } = this.#form.elementIndex;
    const end = after[element] ?? 0;
    const found = [...this.at(element)];
    for (let child = element + 1; child < end; child = after[child] ?? end)
      found.push(...this.at(child));
    return found;
  }
}

/**
 * Keeps the fixes that removed their fault and caused no new one in the changed element, nor around
 * it when something was removed or moved. Faults that could not be seen before do not count: a date
 * that is readable now may be too early.
 */
export function heldFixes(
  planned: readonly PlannedFix[],
  before: FaultyForm,
  { form: after, offsetAfter }: { readonly form: FaultyForm } & Pick<EditedDocument, 'offsetAfter'>,
): PlannedFix[] {
  const faults = new FaultsAfter(after);
  const find = (element: number) =>
    elementAt(after.elementIndex, offsetAfter(before.elementIndex.start[element] ?? 0));
  const told = kindsAround(before);
  const ofElement = kindsOfElements(before);
  const isQuiet = remembered((element: number) => {
    const place = find(element);
    return (
      place === null || faults.around(place).every((fault) => told.get(element)?.has(kindOf(fault)))
    );
  });
  return planned.filter(({ fault, isStrict }) => {
    const found = find(fault.element);
    const own = ofElement.get(fault.element);
    if (found !== null && faults.at(found).some((other) => isWorse(other, fault, own)))
      return false;
    if (!isStrict) return true;
    const parent = before.elementIndex.parent[fault.element] ?? 0;
    return isQuiet(parent) && isQuiet(before.elementIndex.parent[parent] ?? 0);
  });
}

/** The reported faults of each element and its children. */
function kindsAround({
  faults,
  elementIndex,
}: FaultyForm): ReadonlyMap<number, ReadonlySet<string>> {
  const told = new Map<number, Set<string>>();
  for (const fault of faults) {
    for (const element of [fault.element, elementIndex.parent[fault.element] ?? 0]) {
      const kinds = told.get(element) ?? new Set();
      told.set(element, kinds.add(kindOf(fault)));
    }
  }
  return told;
}

/** The reported faults of each element itself. */
function kindsOfElements({ faults }: FaultyForm): ReadonlyMap<number, ReadonlySet<string>> {
  const told = new Map<number, Set<string>>();
  for (const fault of faults)
    told.set(fault.element, (told.get(fault.element) ?? new Set()).add(kindOf(fault)));
  return told;
}

function kindOf({ code, params }: PlacedFault): string {
  return `${code} ${JSON.stringify(params)}`;
}

function remembered<Answer>(compute: (key: number) => Answer): (key: number) => Answer {
  const answers = new Map<number, Answer>();
  return (key) => {
    const answer = answers.get(key) ?? compute(key);
    answers.set(key, answer);
    return answer;
  };
}

/** Whether a fault is the old one, or a fault of the new value that was not reported before. */
function isWorse(
  fault: PlacedFault,
  fixed: PlacedFault,
  told: ReadonlySet<string> | undefined,
): boolean {
  if (kindOf(fault) === kindOf(fixed)) return true;
  if (told?.has(kindOf(fault))) return false;
  const isOfValue = fixed.layer === 'schema' && !/unexpected|missing/.test(fixed.code);
  return fault.layer === fixed.layer && isOfValue;
}

/** The element whose `<` is at this offset. */
function elementAt({ start, count }: ElementIndex, offset: number | null): number | null {
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
