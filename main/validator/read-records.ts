import { findForm } from './forms.ts';
import { summariseRecords } from './records.ts';
import type { SchemaDescription } from './schema/schema-package.ts';
import type { RecordSummary } from './validator-port.ts';
import { scanElements } from './xml/element-index.ts';
import { findEncoding, toUtf8 } from './xml/encoding.ts';
import { parseXml } from './xml/libxml.ts';
import { recordElements } from './xml/places.ts';

/**
 * The records of a document that was checked before; `records` is null when it is none of these
 * forms.
 */
export function readRecordSummaries(
  xml: Uint8Array,
  schemas: readonly SchemaDescription[],
): { readonly records: readonly RecordSummary[] | null; readonly mustRecycle: boolean } {
  const finding = findEncoding(xml);
  if (finding.kind !== 'known') return { records: null, mustRecycle: false };
  const elementIndex = scanElements(toUtf8(xml, finding.encoding, finding.bomBytes));
  if ('limit' in elementIndex) return { records: null, mustRecycle: false };
  const outcome = parseXml(xml);
  if (outcome.kind !== 'parsed')
    return { records: null, mustRecycle: outcome.kind === 'failed' && outcome.mustRecycle };
  const { rootName: name, rootNamespace: namespace, hasDtd } = outcome.parsed;
  outcome.parsed.dispose();
  const match = findForm(schemas, { name, namespace });
  if (match === null || hasDtd) return { records: null, mustRecycle: false };
  const records = summariseRecords(
    elementIndex,
    match.definition,
    recordElements(elementIndex, match.definition),
  );
  return { records, mustRecycle: false };
}
