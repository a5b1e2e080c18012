import type { SchemaLibrary } from '../ledger-engine.ts';
import { writeCancellation } from './cancellation.ts';
import { keepRecords } from './cut.ts';
import { joinDocuments } from './join.ts';
import type { MadeDocument, MakeOrder } from './make-order.ts';
import { modifyRecord } from './modify.ts';
import { type OpenForm, openForm } from './open-form.ts';

/**
 * Makes new documents from a document of one of the forms; null when the document or the order does
 * not allow it.
 */
export function makeDocuments(
  xml: Uint8Array,
  order: MakeOrder,
  library: SchemaLibrary,
): readonly MadeDocument[] | null {
  const form = openForm(xml, library.schemas);
  if (form === null) return null;
  const made =
    order.kind === 'join'
      ? joinDocuments([xml, ...order.others], order.maxBytes, library)
      : make(form, order, library);
  return made.every((document) => document !== null) ? made : null;
}

function make(
  form: OpenForm,
  order: Exclude<MakeOrder, { kind: 'join' }>,
  library: SchemaLibrary,
): readonly (MadeDocument | null)[] {
  switch (order.kind) {
    case 'keep':
      return [toMade(keepRecords(form, order.records, order.operation), order.records.length)];
    case 'cancel':
      return [
        toMade(writeCancellation(form, order.records, library.schemas), order.records.length),
      ];
    case 'split':
      return split(form, order.most);
    case 'modify':
      return [toMade(modifyRecord(form, order, library), 1)];
  }
}

function split(form: OpenForm, most: number): (MadeDocument | null)[] {
  const made: (MadeDocument | null)[] = [];
  for (let first = 1; first <= form.records.length; first += most) {
    const count = Math.min(most, form.records.length - first + 1);
    const kept = Array.from({ length: count }, (_, index) => first + index);
    made.push(toMade(keepRecords(form, kept, 'as_it_is'), count));
  }
  return made;
}

function toMade(bytes: Uint8Array | null, records: number): MadeDocument | null {
  return bytes === null ? null : { bytes, records };
}
