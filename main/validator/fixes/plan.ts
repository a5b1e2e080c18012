import type { PlacedFault } from '../issue-list.ts';
import { listCodes } from '../schema/code-lists.ts';
import { isValidTaxId } from '../tax-id.ts';
import type { FaultyForm } from '../validate-form.ts';
import { localName, textOf } from '../xml/elements.ts';
import { allowedFor, headerValue } from './codes.ts';
import { writeValue } from './content.ts';
import { isDate } from './dates.ts';
import { type Edit, inOrder } from './edits.ts';
import type { FaultyValue, MarkupFix, ValueFix } from './fix.ts';
import { isPercentage } from './numbers.ts';
import { markupFixes, valueFixes } from './table.ts';
import { isVatId } from './tax-ids.ts';
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
    const edits = fix.fix({ fault, form });
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
  const text = fixes.length === 0 ? null : textOf(elementIndex, element, maxTextBytes);
  if (text === null) return null;
  const value = {
    ...{ text, fault, form },
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

const isOfList = (code: string) =>
  listCodes.some((one) => one === code) || code === 'schema_country';

/**
 * Whether a text is what its fault asks for. This only chooses: the result is checked again at the
 * end.
 */
function isRight(value: FaultyValue): boolean {
  const { text, fault, form, name, parent } = value;
  switch (isOfList(fault.code) ? 'schema_code' : fault.code) {
    case 'schema_decimal_comma':
    case 'schema_amount':
    case 'schema_percentage':
      return (
        isPercentage(value) ? /^\d{1,3}(?:\.\d{0,2})?$/ : /^[+-]?\d{1,12}(?:\.\d{0,2})?$/
      ).test(text);
    case 'schema_date':
      return isDate(text);
    case 'schema_tax_id':
    case 'header_tax_id':
    case 'header_tax_id_case':
    case 'rule_B4_2000011_case':
    case 'rule_B4_2000011_form':
      return isValidTaxId(text);
    case 'schema_year':
      return /^20\d\d$/.test(text);
    case 'schema_integer':
    case 'schema_digits':
      return /^\d+$/.test(text);
    case 'schema_code':
    case 'schema_empty':
    case 'header_model':
    case 'header_chapter':
    case 'header_subchapter':
    case 'header_operation_cancellation': {
      const told = parent === 'Cabecera' ? headerValue(form.definition, name) : null;
      return told === null ? allowedFor(value).has(text) : text === told;
    }
    case 'schema_too_long':
      return [...text].length <= Number(fault.params?.limit) && text !== '';
    case 'rule_B4_2000013':
    case 'rule_B4_2000013_prefix':
    case 'rule_B4_2000013_country':
      return isVatId(text, value);
    default:
      return text.trim() !== '';
  }
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
