import type { ChosenFix, FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import type { Judgement } from '../../../contract/verdict.ts';
import { findEncoding } from '../encoding.ts';
import { type CoreVerdict, judgeDocument } from '../judge-document.ts';
import { EveryFault, type FaultyForm } from '../judge-form.ts';
import type { LedgerEngine } from '../ledger-engine.ts';
import { createPositionFinder, type Position, pathOf, recordNumberOf } from '../places.ts';
import { heldFixes } from './check-fixes.ts';
import { diffLines } from './diff-lines.ts';
import { applyEdits, type Edit, editedText } from './edits.ts';
import type { MendOrder, MendResult } from './mend-order.ts';
import { type PlannedFix, planFixes, withoutOverlaps } from './plan.ts';

/** Mends a document's bytes, or tells what could be mended. Synchronous: it runs in a worker and in tests. `spent`: the thread must be ended. */
export function mend(
  bytes: Uint8Array,
  order: MendOrder,
  { today, engine }: { readonly today: number; readonly engine: LedgerEngine },
): { readonly result: MendResult; readonly spent: boolean } {
  const work = new Mending(bytes, today, engine);
  const result = work.run(order);
  return { result, spent: work.spent };
}

/** Rounds until everything that is left holds; each judges the whole document. */
const maxRounds = 3;

interface Mended {
  readonly bytes: Uint8Array;
  readonly judgement: Judgement;
  readonly fixes: readonly PlannedFix[];
  readonly edits: readonly Edit[];
}

class Mending {
  spent = false;
  readonly #bytes: Uint8Array;
  readonly #today: number;
  readonly #engine: LedgerEngine;

  constructor(bytes: Uint8Array, today: number, engine: LedgerEngine) {
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#today = today;
    this.#engine = engine;
  }

  run(order: MendOrder): MendResult {
    const { form } = this.#judge(this.#bytes);
    if (form === null) return nothing(order);
    const planned = planFixes(form);
    if (order.kind === 'offers')
      return { kind: 'offers', offers: toOffers(this.#mend(form, planned)?.fixes ?? []) };
    const mended = this.#mend(form, chooseFixes(form, planned, order.chosen));
    if (mended === null) return nothing(order);
    const changes = describeChanges(form, mended.fixes, order);
    const { bytes, judgement, fixes } = mended;
    return { kind: 'mended', document: { bytes, judgement, total: fixes.length, changes } };
  }

  #judge(bytes: Uint8Array): CoreVerdict & { readonly form: FaultyForm | null } {
    const everyFault = new EveryFault();
    const verdict = judgeDocument(bytes, { checks: 'all', today: this.#today, everyFault }, this.#engine);
    if (verdict.spent) this.spent = true;
    return { ...verdict, form: everyFault.form };
  }

  /** Applies fixes and judges the result; those that do not hold are left out, and the rest is tried again. */
  #mend(form: FaultyForm, planned: readonly PlannedFix[]): Mended | null {
    const finding = findEncoding(this.#bytes);
    if (finding.kind !== 'known') return null;
    let wanted = planned;
    for (let round = 0; round < maxRounds && wanted.length > 0; round += 1) {
      const { fixes, edits } = withoutOverlaps(wanted);
      const document = { bytes: this.#bytes, tape: form.tape, ...finding };
      const { bytes, offsetAfter } = applyEdits(document, edits);
      const after = this.#judge(bytes);
      if (after.form === null) return null;
      const held = heldFixes(fixes, form, { form: after.form, offsetAfter });
      if (held.length === fixes.length) return { bytes, judgement: after.judgement, fixes, edits };
      wanted = held;
    }
    return null;
  }
}

function nothing(order: MendOrder): MendResult {
  return order.kind === 'offers' ? { kind: 'offers', offers: [] } : { kind: 'mended', document: null };
}

function toOffers(fixes: readonly PlannedFix[]): FixOffer[] {
  const offers = new Map<string, FixOffer>();
  for (const { fix, fault } of fixes) {
    const { code, ledgerCode = null, severity = 'error' } = fault;
    const key = [fix, code, ledgerCode, severity].join();
    offers.set(key, { fix, code, ledgerCode, severity, count: (offers.get(key)?.count ?? 0) + 1 });
  }
  return [...offers.values()];
}

function chooseFixes(
  { tape }: FaultyForm,
  planned: readonly PlannedFix[],
  chosen: readonly ChosenFix[],
): PlannedFix[] {
  const position = createPositionFinder(tape.bytes);
  const places = chosen.some(({ at }) => at !== null);
  return planned.filter(({ fix, fault }) => {
    const place = places ? position(tape.start[fault.element] ?? 0) : null;
    return chosen.some(
      (one) =>
        one.fix === fix &&
        one.code === fault.code &&
        one.ledgerCode === (fault.ledgerCode ?? null) &&
        (one.at === null || isAt(one.at, place)),
    );
  });
}

function isAt(at: Position, place: Position | null): boolean {
  return at.line === place?.line && at.column === place.column;
}

const maxText = 200;

function describeChanges(
  form: FaultyForm,
  fixes: readonly PlannedFix[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): FixChange[] {
  const { tape, records } = form;
  const position = createPositionFinder(tape.bytes);
  return fixes.slice(offset, offset + limit).map(({ fix, fault, edits, value }) => {
    const { element } = fault;
    const { before, after } = value ?? describeText(form, edits);
    return {
      ...{ fix, before: cut(before), after: cut(after) },
      record: recordNumberOf(tape, records, element),
      path: pathOf(tape, records, element),
      ...position(tape.start[element] ?? 0),
      ...diffLines(tape, edits),
    };
  });
}

const cut = (text: string) => [...text].slice(0, maxText).join('');

/** The text from the first byte that changes to the last, as it was and as it will be. */
function describeText({ tape }: FaultyForm, edits: readonly Edit[]) {
  const from = Math.min(...edits.map((edit) => edit.from));
  const to = Math.max(...edits.map((edit) => edit.to));
  const shown = Math.min(to, from + 4 * maxText);
  return {
    before: editedText(tape.bytes, [], from, shown).trim(),
    after: editedText(tape.bytes, edits, from, to).trim(),
  };
}
