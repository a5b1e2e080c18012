import type { RecordKey } from '../../contract/form.ts';

/** A key with all parts missing. */
export const emptyKey: RecordKey = {
  issuer: null,
  series: null,
  number: null,
  date: null,
  epigraph: null,
  concept: null,
  line: null,
};

const parts = ['issuer', 'series', 'number', 'date', 'epigraph', 'concept', 'line'] as const;

/**
 * A record's identity as a text: for an invoice its issuer, series, number and date; for an expense
 * without invoice its date, activity code, concept and line, without the counterparty. White space
 * around a part, capitals and leading zeros of a line do not matter.
 */
export function identityOf(key: Partial<RecordKey>): string {
  const hasInvoice = normalize(key.number) !== '';
  return JSON.stringify(
    parts.map((part) => {
      if (part === 'line') return normalize(key.line).replace(/^\+?0*(?=\d)/, '');
      return part === 'issuer' && !hasInvoice && key.line ? '' : normalize(key[part]);
    }),
  );
}

/** Whether nothing of a record's identity could be read. */
export function isKeyEmpty(key: Partial<RecordKey>): boolean {
  return parts.every((part) => normalize(key[part]) === '');
}

/** Whether a key may be a record's: the name of a field, in a list of errors, has no digit. */
export function hasDigit(key: Partial<RecordKey>): boolean {
  return parts.some((part) => /\d/.test(key[part] ?? ''));
}

function normalize(text: string | null | undefined): string {
  return text?.trim().toUpperCase() ?? '';
}

interface Named {
  readonly key: Partial<RecordKey>;
}

/** The match of each record, and the ones without a match. */
interface Pairing<Other> {
  readonly partners: readonly (Other | undefined)[];
  readonly left: readonly Other[];
}

/**
 * Pairs two lists of records by identity. The rest is paired by fewer parts when exactly one fits
 * one.
 */
export function pairByIdentity<One extends Named, Other extends Named>(
  ones: readonly One[],
  others: readonly Other[],
): Pairing<Other> {
  const waiting = Map.groupBy(others, ({ key }) => identityOf(key));
  const partners = ones.map(({ key }) => waiting.get(identityOf(key))?.shift());
  const unpaired = [...waiting.values()].flat();
  if (unpaired.length === 0) return { partners, left: [] };
  const alone = ones.filter((_, index) => partners[index] === undefined);
  const loose = pairLoosely(alone, unpaired);
  const taken = new Set(loose.values());
  return {
    partners: ones.map((one, index) => partners[index] ?? loose.get(one)),
    left: unpaired.filter((other) => !taken.has(other)),
  };
}

/** Pairs records by fewer parts of their identity when exactly one fits one. */
function pairLoosely<One extends Named, Other extends Named>(
  ones: readonly One[],
  others: readonly Other[],
): Map<One, Other> {
  const byName = new Map<string, One[]>();
  for (const one of ones) {
    const name = nameOf(one.key);
    const alike = byName.get(name);
    if (!alike) byName.set(name, [one]);
    else if (alike.length < maxAlike) alike.push(one);
  }
  // Null for a record that several claim.
  const claims = new Map<One, Other | null>();
  for (const other of others) {
    const alike = byName.get(nameOf(other.key)) ?? [];
    const [only, another] = alike.filter((one) => isCompatible(one.key, other.key));
    if (only && !another && alike.length < maxAlike)
      claims.set(only, claims.has(only) ? null : other);
  }
  return new Map([...claims].filter((pair): pair is [One, Other] => pair[1] !== null));
}

/** More records than this with one name are not paired by it: slow, and of little meaning. */
const maxAlike = 100;

/** The part that every name needs: an invoice's number, or an expense's line and day. */
function nameOf(key: Partial<RecordKey>): string {
  const number = normalize(key.number);
  return number !== '' ? number : JSON.stringify([normalize(key.line), normalize(key.date)]);
}

function isCompatible(a: Partial<RecordKey>, b: Partial<RecordKey>): boolean {
  const withoutInvoice = normalize(a.number) === '';
  return parts.every((part) => {
    if (part === 'issuer' && withoutInvoice) return true;
    const [one, other] = [normalize(a[part]), normalize(b[part])];
    return one === '' || other === '' || one === other;
  });
}
