import type { LocatedRecord } from '../../platform/ports.ts';
import { formDefinition } from '../forms.ts';
import { summariseRecords } from '../records.ts';
import type { SchemaDescription } from '../schema/schema-package.ts';
import { scanTape } from '../xml/element-index.ts';
import { findEncoding, toUtf8 } from '../xml/encoding.ts';
import { createPositionFinder, pathOf, recordElements } from '../xml/places.ts';

/**
 * The records of a document that has just been judged as the form of that schema, with their keys
 * and places; it is not parsed again.
 */
export function locateRecords(
  xml: Uint8Array,
  schemaId: string,
  schemas: readonly SchemaDescription[],
): readonly LocatedRecord[] {
  const schema = schemas.find(({ id }) => id === schemaId);
  const finding = findEncoding(xml);
  if (schema === undefined || finding.kind !== 'known') return [];
  const utf8 = toUtf8(xml, finding.encoding, finding.bomBytes);
  const tape = scanTape(new Uint8Array(utf8.buffer, utf8.byteOffset, utf8.byteLength));
  if ('limit' in tape) return [];
  const definition = formDefinition(schema);
  const records = recordElements(tape, definition);
  const position = createPositionFinder(tape.bytes);
  return summariseRecords(tape, definition, records).map(({ record, key, amount }, index) => {
    const element = records[index] ?? 0;
    const path = pathOf(tape, records, element);
    return { record, key, amount, path, ...position(tape.start[element] ?? 0) };
  });
}
