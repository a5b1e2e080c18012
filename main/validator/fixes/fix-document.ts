import type { FixOffer } from '../../../contract/methods/fixes.ts';
import type { ValidationResult } from '../../../contract/verdict.ts';
import type { LedgerEngine } from '../ledger-engine.ts';
import { validateDocument } from '../validate-document.ts';
import { EveryFault, type FaultyForm } from '../validate-form.ts';
import { applyEdits } from '../xml/edits.ts';
import { findEncoding } from '../xml/encoding.ts';
import { heldFixes } from './check-fixes.ts';
import { type FixedDocument, type FixOrder, isChosen } from './fix-order.ts';
import { chooseFixes, describeChanges, toOffers } from './offers.ts';
import { type PlannedFix, planFixes, withoutOverlaps } from './plan.ts';
import { describeTextChanges, planText, type TextPlan, toTextOffer } from './text-plan.ts';

/** What fixing needs to check a document. */
interface FixGround {
  /** Today in Europe/Madrid, yyyymmdd. */
  readonly today: number;
  readonly engine: LedgerEngine;
}

/** What could be fixed in a document. Synchronous: it runs in a worker and in tests. */
export function offerFixes(bytes: Uint8Array, ground: FixGround): readonly FixOffer[] {
  return new Fixing(bytes, ground).offers();
}

/** A document with the chosen fixes; null when none of them can be made. Synchronous. */
export function fix(bytes: Uint8Array, order: FixOrder, ground: FixGround): FixedDocument | null {
  return new Fixing(bytes, ground).fix(order);
}

/** Rounds until every remaining fix holds; each round checks the whole document. */
const maxRounds = 3;

interface Checked {
  readonly validation: ValidationResult;
  readonly form: FaultyForm | null;
}
type Made = Pick<FixedDocument, 'bytes' | 'validation'>;
type MadeOfForm = Made & { readonly fixes: readonly PlannedFix[] };

class Fixing {
  readonly #bytes: Uint8Array;
  readonly #ground: FixGround;

  constructor(bytes: Uint8Array, ground: FixGround) {
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#ground = ground;
  }

  offers(): FixOffer[] {
    const checked = this.#validate(this.#bytes);
    const text = this.#planText(checked);
    const offers = text !== null && this.#fixText(text) !== null ? [toTextOffer(text)] : [];
    const { form } = checked;
    if (form === null) return offers;
    return [...offers, ...toOffers(this.#allThatHold(form, planFixes(form)))];
  }

  fix(order: FixOrder): FixedDocument | null {
    const checked = this.#validate(this.#bytes);
    const text = this.#planText(checked);
    const isWanted =
      text !== null && isChosen(order.chosen, text.fix, text.issue, () => text.issue);
    const made = isWanted ? this.#fixText(text) : null;
    if (text !== null && made !== null) return this.#goOn(made, text, order);
    const { form } = checked;
    const fixed = form && this.#fix(form, chooseFixes(form, planFixes(form), order.chosen));
    if (form === null || fixed === null) return null;
    const { fixes, bytes, validation } = fixed;
    const changes = describeChanges(form, fixes, order);
    return { bytes, validation, total: fixes.length, changes };
  }

  /** The other chosen fixes are those of the text as it is now. */
  #goOn(made: Made, text: TextPlan, order: FixOrder): FixedDocument {
    const total = text.edits.length;
    const changes = describeTextChanges(text, order);
    const offset = Math.max(0, order.offset - total);
    const limit = order.limit - changes.length;
    const rest = new Fixing(made.bytes, this.#ground).fix({ ...order, offset, limit });
    if (rest === null) return { ...made, total, changes };
    return { ...rest, total: total + rest.total, changes: [...changes, ...rest.changes] };
  }

  /** For text that cannot be parsed: by the one reported fault. Or for its declared encoding. */
  #planText({ form, validation }: Checked): TextPlan | null {
    const [issue] = validation.issues;
    const isOfText = form === null || issue?.code === 'file_encoding_doubtful';
    return issue !== undefined && isOfText ? planText(this.#bytes, issue) : null;
  }

  /** Null where the fault remains. */
  #fixText({ issue, document, edits }: TextPlan): Made | null {
    const { bytes } = applyEdits(document, edits);
    const { validation } = this.#validate(bytes);
    return validation.issues.some(({ code }) => code === issue.code) ? null : { bytes, validation };
  }

  #validate(bytes: Uint8Array): Checked {
    const everyFault = new EveryFault();
    const { today, engine } = this.#ground;
    const validation = validateDocument(bytes, { checks: 'all', today, everyFault }, engine);
    return { validation, form: everyFault.form };
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
    const strict = Map.groupBy(
      held.filter(({ isStrict }) => isStrict),
      ({ fix, fault }) => `${fix} ${fault.code}`,
    );
    const alone = [...strict.values()].flatMap((group) =>
      group.length === held.length ? group : (this.#fix(form, group)?.fixes ?? []),
    );
    return [...held.filter(({ isStrict }) => !isStrict), ...alone];
  }

  /**
   * Applies fixes and checks the result; fixes that do not hold are left out and the rest is tried
   * again.
   */
  #fix(form: FaultyForm, planned: readonly PlannedFix[]): MadeOfForm | null {
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
