import type { PlacedFault } from '../issue-list.ts';
import type { FaultyForm } from '../validate-form.ts';
import { type Edit, inOrder } from '../xml/edits.ts';
import { localName, textOf } from '../xml/elements.ts';
import { writeValue } from './content.ts';
import type { FaultyValue, MarkupFix, ValueFix } from './fix.ts';
import { isRight } from './right-value.ts';
import { markupFixes, valueFixes } from './table.ts';
import { isTextFixable } from './text-plan.ts';

/** A fault and the edits that fix it. */
export interface PlannedFix {
  readonly fix: string;
  readonly fault: PlacedFault;
  readonly edits: readonly Edit[];
  readonly isStrict: boolean;
  /** The value before and after, when only a value changes. */
  readonly value?: { readonly before: string; readonly after: string };
}

const valueFixesOf = byCode(valueFixes);
const markupFixesOf = byCode(markupFixes);

function byCode<Fix extends { readonly codes: readonly string[] }>(fixes: readonly Fix[]) {
  const found = new Map<string, Fix[]>();
  for (const fix of fixes)
    for (const code of fix.codes) found.set(code, [...(found.get(code) ?? []), fix]);
  return found;
}

/** Whether a fault of this code can have a fix; others are not asked about. */
export function isFixable(code: string): boolean {
  return valueFixesOf.has(code) || markupFixesOf.has(code) || isTextFixable(code);
}

/** The possible fixes of each fault of a form, in the order of the file. */
export function planFixes(form: FaultyForm): PlannedFix[] {
  return form.faults.flatMap((fault) => planFix(form, fault) ?? []);
}

function planFix(form: FaultyForm, fault: PlacedFault): PlannedFix | null {
  return (
    planValue(form, fault, valueFixesOf.get(fault.code) ?? []) ??
    planMarkup(form, fault, markupFixesOf.get(fault.code) ?? [])
  );
}

function planMarkup(
  form: FaultyForm,
  fault: PlacedFault,
  fixes: readonly MarkupFix[],
): PlannedFix | null {
  for (const fix of fixes) {
    const edits = fix.fix(form, fault);
    if (edits !== null && edits.length > 0)
      return { fix: fix.id, fault, edits: inOrder(edits), isStrict: fix.isStrict === true };
  }
  return null;
}

/** Longer than any fixable value. */
const maxTextBytes = 5000;

function planValue(
  form: FaultyForm,
  fault: PlacedFault,
  fixes: readonly ValueFix[],
): PlannedFix | null {
  const { element } = fault;
  const { elementIndex } = form;
  const sizeBytes =
    (elementIndex.contentEnd[element] ?? 0) - (elementIndex.contentStart[element] ?? 0);
  if (fixes.length === 0 || sizeBytes > maxTextBytes) return null;
  const text = textOf(elementIndex, element, maxTextBytes);
  const value = {
    text,
    fault,
    form,
    name: localName(elementIndex, element),
    parent: localName(elementIndex, elementIndex.parent[element] ?? 0),
  };
  const written = writeRight(value, fixes);
  const edits = written === null ? null : writeValue(elementIndex, element, written.text);
  if (written === null || edits === null || edits.length === 0) return null;
  const { fix } = written;
  return { fix, fault, edits, isStrict: false, value: { before: text, after: written.text } };
}

/** The corrected value, by one fix or several in turn; the last one names the result. */
function writeRight(
  value: FaultyValue,
  fixes: readonly ValueFix[],
): { fix: string; text: string } | null {
  for (const fix of fixes) {
    const text = fix.write(value);
    if (text !== value.text && isRight({ ...value, text })) return { fix: fix.id, text };
  }
  let { text } = value;
  for (const fix of fixes) {
    const next = fix.write({ ...value, text });
    if (next !== text && isRight({ ...value, text: next })) return { fix: fix.id, text: next };
    text = next;
  }
  return null;
}

/**
 * Edits that can be made together, in order, and their fixes. Of two that overlap, the earlier in
 * the file is made.
 */
export function withoutOverlaps(planned: readonly PlannedFix[]): {
  readonly fixes: readonly PlannedFix[];
  readonly edits: readonly Edit[];
} {
  const owners = new Map<Edit, PlannedFix>();
  const told = new Set<string>();
  for (const fix of planned) {
    // Two faults with one answer: the answer is given once.
    const key = fix.edits.map((edit) => JSON.stringify(edit)).join();
    if (told.has(key)) continue;
    told.add(key);
    for (const edit of fix.edits) owners.set(edit, fix);
  }
  const dropped = new Set<PlannedFix>();
  let last: Edit | null = null;
  for (const edit of inOrder([...owners.keys()])) {
    const owner = owners.get(edit);
    if (owner === undefined || dropped.has(owner)) continue;
    // Edits inside a moved element move with it.
    const isInside = last !== null && edit.from < last.to;
    if (isInside) dropped.add(owner);
    else if (!('source' in edit)) last = edit;
  }
  const fixes = planned.filter((fix) => !dropped.has(fix));
  return {
    fixes,
    edits: inOrder([...owners].flatMap(([edit, owner]) => (dropped.has(owner) ? [] : [edit]))),
  };
}
