import { identityOf, isKeyEmpty, pairByIdentity } from '../../validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../validator/validator-port.ts';

/**
 * A record that is named by its number in the file has the key of that record. A number beyond the
 * file's records, or beside the key of another one, shows another way of counting: then no number
 * counts. Null where they may be from 0 as well, and neither the last number nor a key shows the
 * way.
 */
export function withKeysOfRows(
  answered: readonly AnsweredRecord[],
  records: readonly RecordSummary[],
  isOpen = false,
): readonly AnsweredRecord[] | null {
  if (answered.every(({ row }) => row === undefined)) return answered;
  const named = answered.map(({ row }) => (row === undefined ? undefined : records[row - 1]));
  const identities = identitiesByKey(answered, records);
  const isOther = answered.some((record, index) => {
    const own = named[index];
    if (own === undefined) return record.row !== undefined;
    const identity = identities.get(record);
    return identity !== undefined && identity !== identityOf(own.key);
  });
  const isShown = answered.some(
    (record) => record.row === records.length || identities.has(record),
  );
  if (isOther) return answered;
  if (isOpen && !isShown) return null;
  return answered.map((record, index) => ({ ...record, key: named[index]?.key ?? record.key }));
}

/** The identity in the file of each answered record whose key, whole or in part, fits one. */
function identitiesByKey(
  answered: readonly AnsweredRecord[],
  records: readonly RecordSummary[],
): ReadonlyMap<AnsweredRecord, string> {
  const identities = records.map(({ key }) => identityOf(key));
  const inFile = new Set(identities);
  // Some answers give the number in the file as the invoice's number too: it names no invoice.
  const withKey = answered.filter(
    ({ key, row }) =>
      inFile.has(identityOf(key)) || (!isKeyEmpty(key) && key.number?.trim() !== String(row)),
  );
  const found = new Map<AnsweredRecord, string>();
  for (const [index, partner] of pairByIdentity(records, withKey).partners.entries())
    if (partner !== undefined) found.set(partner, identities[index] ?? '');
  return found;
}
