import type { ValidationResult } from '../../../contract/verdict.ts';
import type { LedgerEngine } from '../ledger-engine.ts';
import type { Outcome } from '../outcome.ts';
import { type CoreVerdict, validateDocument } from '../validate-document.ts';
import { EveryFault, type FaultyForm } from '../validate-form.ts';
import { findEncoding } from '../xml/encoding.ts';
import { heldFixes } from './check-fixes.ts';
import { applyEdits } from './edits.ts';
import type { FixOrder, FixResult } from './fix-order.ts';
import { chooseFixes, describeChanges, toOffers } from './offers.ts';
import { type PlannedFix, planFixes, withoutOverlaps } from './plan.ts';
import { describeTextChanges, isChosenText, planText } from './text-plan.ts';

/**
 * Fixes a document's bytes, or lists what could be fixed. Synchronous: it runs in a worker and in
 * tests.
 */
export function fix(
  bytes: Uint8Array,
  order: FixOrder,
  { today, engine }: { readonly today: number; readonly engine: LedgerEngine },
): Outcome<FixResult> {
  const work = new Fixing(bytes, today, engine);
  const value = work.run(order);
  return { value, mustRecycle: work.mustRecycle };
}

/** Rounds until every remaining fix holds; each round checks the whole document. */
const maxRounds = 3;

interface Fixed {
  readonly bytes: Uint8Array;
  readonly validation: ValidationResult;
  readonly fixes: readonly PlannedFix[];
}

class Fixing {
  mustRecycle = false;
  readonly #bytes: Uint8Array;
  readonly #today: number;
  readonly #engine: LedgerEngine;

  constructor(bytes: Uint8Array, today: number, engine: LedgerEngine) {
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#today = today;
    this.#engine = engine;
  }

  run(order: FixOrder): FixResult {
    const { form, validation } = this.#validate(this.#bytes);
    const [first] = validation.issues;
    if (form === null) return this.#fixText(first, order);
    const text = first?.code === 'file_encoding_doubtful' ? this.#fixText(first, order) : null;
    if (text?.kind === 'fixed' && text.document !== null) return text;
    const planned = planFixes(form);
    if (order.kind === 'offers')
      return {
        kind: 'offers',
        offers: [
          ...(text?.kind === 'offers' ? text.offers : []),
          ...toOffers(this.#allThatHold(form, planned)),
        ],
      };
    const fixed = this.#fix(form, chooseFixes(form, planned, order.chosen));
    if (fixed === null) return nothing(order);
    const changes = describeChanges(form, fixed.fixes, order);
    const { fixes, ...made } = fixed;
    return { kind: 'fixed', document: { ...made, total: fixes.length, changes } };
  }

  /** For text that cannot be parsed: the one reported fault, or the text as a whole. */
  #fixText(issue: ValidationResult['issues'][number] | undefined, order: FixOrder): FixResult {
    const plan = issue === undefined ? null : planText(this.#bytes, issue.code);
    if (issue === undefined || plan === null) return nothing(order);
    if (order.kind === 'fix' && !isChosenText(order, plan.fix, issue)) return nothing(order);
    const { bytes } = applyEdits(plan.document, plan.edits);
    const after = this.#validate(bytes).validation;
    if (after.issues.some(({ code }) => code === issue.code)) return nothing(order);
    const { fix, edits } = plan;
    const { code, severity } = issue;
    if (order.kind === 'offers')
      return {
        kind: 'offers',
        offers: [{ fix, code, ledgerCode: null, severity, count: edits.length }],
      };
    const changes = describeTextChanges(plan, order);
    return { kind: 'fixed', document: { bytes, validation: after, total: edits.length, changes } };
  }

  #validate(bytes: Uint8Array): CoreVerdict & { readonly form: FaultyForm | null } {
    const everyFault = new EveryFault();
    const verdict = validateDocument(
      bytes,
      { checks: 'all', today: this.#today, everyFault },
      this.#engine,
    );
    if (verdict.mustRecycle) this.mustRecycle = true;
    return { ...verdict, form: everyFault.form };
  }

  /**
   * Every fix that holds. Fixes that conflict with others are tried after them; fixes that remove
   * something are tried alone, because a person can choose them alone.
   */
  #allThatHold(form: FaultyForm, planned: readonly PlannedFix[]): readonly PlannedFix[] {
    const held: PlannedFix[] = [];
    for (let rest = planned, round = 0; rest.length > 0 && round < maxRounds; round += 1) {
      const together = new Set(withoutOverlaps(rest).fixes);
      for (const fix of this.#fix(form, [...together])?.fixes ?? []) held.push(fix);
      rest = rest.filter((fix) => !together.has(fix));
    }
    const strict = new Map<string, PlannedFix[]>();
    for (const fix of held) {
      const key = `${fix.fix} ${fix.fault.code}`;
      if (fix.isStrict)
        strict
          .set(key, strict.get(key) ?? [])
          .get(key)
          ?.push(fix);
    }
    const alone = [...strict.values()].flatMap((group) =>
      group.length === held.length ? group : (this.#fix(form, group)?.fixes ?? []),
    );
    return [...held.filter(({ isStrict }) => !isStrict), ...alone];
  }

  /**
   * Applies fixes and checks the result; fixes that do not hold are left out and the rest is tried
   * again.
   */
  #fix(form: FaultyForm, planned: readonly PlannedFix[]): Fixed | null {
    const finding = findEncoding(this.#bytes);
    if (finding.kind !== 'known') return null;
    let wanted = planned;
    for (let round = 0; round < maxRounds && wanted.length > 0; round += 1) {
      const { fixes, edits } = withoutOverlaps(wanted);
      const document = { bytes: this.#bytes, elementIndex: form.elementIndex, ...finding };
      const { bytes, offsetAfter } = applyEdits(document, edits);
      const after = this.#validate(bytes);
      if (after.form === null) return null;
      const held = heldFixes(fixes, form, { form: after.form, offsetAfter });
      if (held.length === fixes.length) return { bytes, validation: after.validation, fixes };
      wanted = held;
    }
    return null;
  }
}

function nothing(order: FixOrder): FixResult {
  return order.kind === 'offers'
    ? { kind: 'offers', offers: [] }
    : { kind: 'fixed', document: null };
}
