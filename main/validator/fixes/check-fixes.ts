import { bisect } from '../bisect.ts';
import type { PlacedFault } from '../issue-list.ts';
import type { FaultyForm } from '../validate-form.ts';
import type { EditedDocument } from '../xml/edits.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childrenOf } from '../xml/elements.ts';
import type { PlannedFix } from './plan.ts';

/** The faults of a document: those of an element, and those of an element and its children. */
function placedFaults({ elementIndex, faults }: FaultyForm) {
  const byElement = Map.groupBy(faults, ({ element }) => element);
  const at = (element: number): readonly PlacedFault[] => byElement.get(element) ?? [];
  const around = (element: number) => [element, ...childrenOf(elementIndex, element)].flatMap(at);
  return { at, around };
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
  const told = placedFaults(before);
  const faults = placedFaults(after);
  const { start, parent } = before.elementIndex;
  const find = (element: number) => elementAt(after.elementIndex, offsetAfter(start[element] ?? 0));
  const kindsAt = remembered((element) => kindsOf(told.at(element)));
  const isQuiet = remembered((element) => {
    const found = find(element);
    const kinds = kindsOf(told.around(element));
    return found === null || faults.around(found).every((fault) => kinds.has(kindOf(fault)));
  });
  return planned.filter(({ fault, isStrict }) => {
    const { element } = fault;
    const found = find(element);
    const own = kindsAt(element);
    if (found !== null && faults.at(found).some((other) => isWorse(other, fault, own)))
      return false;
    const above = parent[element] ?? 0;
    return !isStrict || (isQuiet(above) && isQuiet(parent[above] ?? 0));
  });
}

const kindsOf = (faults: readonly PlacedFault[]): ReadonlySet<string> =>
  new Set(faults.map(kindOf));

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
function isWorse(fault: PlacedFault, fixed: PlacedFault, told: ReadonlySet<string>): boolean {
  if (kindOf(fault) === kindOf(fixed)) return true;
  if (told.has(kindOf(fault))) return false;
  const isOfValue = fixed.layer === 'schema' && !/unexpected|missing/.test(fixed.code);
  return fault.layer === fixed.layer && isOfValue;
}

/** The element whose `<` is at this offset. */
function elementAt({ start, count }: ElementIndex, offset: number | null): number | null {
  if (offset === null) return null;
  const element = bisect(count, (at) => (start[at] ?? 0) >= offset);
  return element < count && start[element] === offset ? element : null;
}
