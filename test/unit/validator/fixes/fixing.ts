import type { ChosenFix, FixOffer } from '../../../../contract/methods/fixes.ts';
import { fix } from '../../../../main/validator/fixes/fix-document.ts';
import type { FixedDocument } from '../../../../main/validator/fixes/fix-order.ts';
import type { Core } from '../core.ts';

const today = 20260410;

export function offersOf({ engine }: Core, document: string | Uint8Array): readonly FixOffer[] {
  const { value: result } = fix(toBytes(document), { kind: 'offers' }, { today, engine });
  if (result.kind !== 'offers') throw new Error('no offers');
  return result.offers;
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
  const order = { kind: 'fix', chosen: chosen ?? allOf(core, document), offset, limit } as const;
  const { value: result } = fix(toBytes(document), order, { today, engine: core.engine });
  if (result.kind !== 'fixed') throw new Error('not mended');
  return result.document;
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
