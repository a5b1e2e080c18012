import type { SchemaLibrary } from '../ledger-engine.ts';
import { identityOf } from '../pair-records.ts';
import { headerText, recordKey } from '../records.ts';
import { textBetween } from '../xml/bytes.ts';
import { applyEdits } from '../xml/edits.ts';
import { endOfElement } from '../xml/elements.ts';
import type { MadeDocument } from './make-order.ts';
import { type OpenForm, openForm } from './open-form.ts';
import { spaceBefore } from './write-element.ts';

/** The ledger's own limit for a file. */
const maxRecords = 10_000;

/** A document's part in a joined one. */
interface Part {
  readonly form: OpenForm;
  /** What all parts share: form, operation, year and taxpayer. */
  readonly header: string;
  readonly records: readonly { readonly identity: string; readonly text: string }[];
  /** Whether its records mean the same in another document. */
  readonly isMovable: boolean;
}

/** Parts that make one document. */
interface Group {
  readonly parts: Part[];
  readonly identities: Set<string>;
  bytes: number;
}

/**
 * Joins documents, in their order, into as few as the ledger takes: one form, operation, year and
 * taxpayer, 10,000 records, each record once. The first document of each keeps its bytes and takes
 * the records of the others after its own. Null when one is no document of the forms.
 */
export function joinDocuments(
  documents: readonly Uint8Array[],
  maxBytes: number,
  library: SchemaLibrary,
): readonly (MadeDocument | null)[] {
  const groups: Group[] = [];
  for (const xml of documents) {
    const part = readPart(xml, library);
    if (part === null) return [null];
    const last = groups.at(-1);
    const joins = last !== undefined && fits(last, part, maxBytes);
    const group = joins ? last : { parts: [], identities: new Set<string>(), bytes: 0 };
    if (!joins) groups.push(group);
    group.parts.push(part);
    group.bytes += xml.length;
    for (const { identity } of part.records) group.identities.add(identity);
  }
  return groups.map(({ parts }) => write(parts));
}

function readPart(xml: Uint8Array, { schemas }: SchemaLibrary): Part | null {
  const form = openForm(xml, schemas);
  if (form === null || form.definition.operationGroup === 'cancellation') return null;
  const { elementIndex, definition } = form;
  const records = [...form.records].map((element) => ({
    identity: identityOf(recordKey(elementIndex, definition, element)),
    text: textBetween(
      elementIndex.bytes,
      elementIndex.start[element] ?? 0,
      endOfElement(elementIndex, element),
    ),
  }));
  const told = [['Operacion'], ['Ejercicio'], ['ObligadoTributario', 'NIF']].map((path) =>
    headerText(elementIndex, ...path)
      ?.trim()
      .toUpperCase(),
  );
  const header = JSON.stringify([definition.schemaId, ...told]);
  return { form, header, records, isMovable: records.every(({ text }) => isPlain(text)) };
}

/** No prefix whose meaning stands outside the record, and no CDATA that could need references. */
function isPlain(text: string): boolean {
  return !/<\/?[^\s<>/!?]*:|\s[\w.-]+:[\w.-]+\s*=|\sxmlns\s*=|<!\[CDATA\[/.test(text);
}

function fits({ parts, identities, bytes }: Group, next: Part, maxBytes: number): boolean {
  return (
    next.isMovable &&
    parts[0]?.header === next.header &&
    identities.size + next.records.length <= maxRecords &&
    bytes + next.form.bytes.length <= maxBytes &&
    next.records.every(({ identity }) => !identities.has(identity))
  );
}

function write([first, ...others]: readonly Part[]): MadeDocument | null {
  if (first === undefined) return null;
  const count = [first, ...others].reduce((sum, { records }) => sum + records.length, 0);
  const made = { records: count, joined: others.length + 1 };
  const { form } = first;
  if (others.length === 0) return { bytes: form.bytes, ...made };
  const last = form.records.at(-1);
  if (last === undefined) return null;
  const end = endOfElement(form.elementIndex, last);
  const gap = spaceBefore(form.elementIndex, form.elementIndex.start[last]);
  const texts = others.flatMap(({ records }) => records.map(({ text }) => gap + text));
  const { bytes } = applyEdits(form, [{ from: end, to: end, instead: texts.join('') }]);
  return { bytes, ...made };
}
