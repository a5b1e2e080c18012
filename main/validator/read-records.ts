import { openDocument } from './extract/open-form.ts';
import { findForm } from './forms.ts';
import { summariseRecords } from './records.ts';
import type { SchemaDescription } from './schema/schema-package.ts';
import type { RecordSummary } from './validator-port.ts';
import { recordElements } from './xml/places.ts';

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
