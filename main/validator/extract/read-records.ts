import { findForm, formDefinition } from '../forms.ts';
import { summariseRecords } from '../records.ts';
import type { SchemaDescription } from '../schema/schema-package.ts';
import type { LocatedRecord, RecordSummary } from '../validator-port.ts';
import { scanElements } from '../xml/element-index.ts';
import { findEncoding, toUtf8 } from '../xml/encoding.ts';
import { createPositionFinder, pathOf, recordElements } from '../xml/places.ts';
import { openDocument } from './open-form.ts';

/** The records of a document that was checked before; null when it is none of these forms. */
export function readRecordSummaries(
  xml: Uint8Array,
  schemas: readonly SchemaDescription[],
): readonly RecordSummary[] | null {
  const document = openDocument(xml);
  if (document === null) return null;
  const { rootName, rootNamespace, elementIndex } = document;
  const match = findForm(schemas, { name: rootName, namespace: rootNamespace });
  if (match === null) return null;
  const records = recordElements(elementIndex, match.definition);
  return summariseRecords(elementIndex, match.definition, records);
}

/**
 * The records of a document that was just checked with this schema, with their keys and places. It
 * is not parsed again.
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
  const elementIndex = scanElements(utf8);
  if ('limit' in elementIndex) return [];
  const definition = formDefinition(schema);
  const records = recordElements(elementIndex, definition);
  const position = createPositionFinder(elementIndex.bytes);
  return summariseRecords(elementIndex, definition, records).map(
    ({ record, key, amount }, index) => {
      const element = records[index] ?? 0;
      const path = pathOf(elementIndex, records, element);
      return { record, key, amount, path, ...position(elementIndex.start[element] ?? 0) };
    },
  );
}
