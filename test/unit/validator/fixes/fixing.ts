import type { ChosenFix, FixOffer } from '../../../../contract/methods/fixes.ts';
import { fix, offerFixes } from '../../../../main/validator/fixes/fix-document.ts';
import type { FixedDocument } from '../../../../main/validator/fixes/fix-order.ts';
import type { Core } from '../core.ts';

const today = 20260410;

export function offersOf({ engine }: Core, document: string | Uint8Array): readonly FixOffer[] {
  return offerFixes(toBytes(document), { today, engine });
}

/** Fixes the chosen faults; by default everything offered. */
export function fixed(
  core: Core,
  document: string | Uint8Array,
  {
    chosen,
    offset = 0,
    limit = 100,
  }: { chosen?: readonly ChosenFix[]; offset?: number; limit?: number } = {},
): FixedDocument | null {
  const order = { chosen: chosen ?? allOf(core, document), offset, limit };
  return fix(toBytes(document), order, { today, engine: core.engine });
}

function allOf(core: Core, document: string | Uint8Array): ChosenFix[] {
  return offersOf(core, document).map(({ fix, code, ledgerCode }) => ({
    fix,
    code,
    ledgerCode,
    at: null,
  }));
}

export function toBytes(document: string | Uint8Array): Uint8Array {
  return typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
}
