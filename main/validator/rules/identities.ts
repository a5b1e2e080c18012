import type { ElementIndex } from '../xml/element-index.ts';
import { textOf } from '../xml/elements.ts';
import { hashText } from '../xml/values.ts';
import type { LedgerRecord, Party, Report } from './record.ts';
import type { FileFacts, RecordWatch } from './rule.ts';

/** No number, series or date is longer; the schema reports longer ones. */
const maxTextBytes = 1000;

/** A record's identity: elements whose texts count (0 when absent), and a number. */
interface Identity {
  readonly parts: readonly number[];
  readonly number: number;
}

/** Reads what identifies a record; null when a part is missing. */
type ReadIdentity = (record: LedgerRecord, elementIndex: ElementIndex) => Identity | null;

/**
 * Finds the first record with the same identity. A hash separates most; records are read again, and
 * their texts kept, only for equal hashes, so that even a file made of colliding hashes takes
 * little time, and one without any little memory.
 */
class IdentityIndex {
  readonly #facts: FileFacts;
  readonly #identityOf: ReadIdentity;
  readonly #firstOfHash = new Map<number, number>();
  readonly #firstOfText = new Map<string, number>();

  constructor(facts: FileFacts, identityOf: ReadIdentity) {
    this.#facts = facts;
    this.#identityOf = identityOf;
  }

  /** Adds a record; returns the number of the first equal one, or null. */
  add(record: LedgerRecord): number | null {
    const { elementIndex, reader } = this.#facts;
    const identity = this.#identityOf(record, elementIndex);
    if (identity === null) return null;
    const hash = this.#hashOf(identity);
    const first = this.#firstOfHash.get(hash);
    if (first === undefined) {
      this.#firstOfHash.set(hash, record.number);
      return null;
    }
    const other = this.#identityOf(reader.read(first), elementIndex);
    if (other !== null) this.#firstOfText.set(this.#textOf(other), first);
    const text = this.#textOf(identity);
    const earlier = this.#firstOfText.get(text);
    if (earlier === undefined) this.#firstOfText.set(text, record.number);
    return earlier ?? null;
  }

  #hashOf({ parts, number }: Identity): number {
    let hash = 0x811c9dc5 ^ number;
    for (const part of parts)
      hash =
        part === 0
          ? Math.imul(hash ^ 0xfe, 0x01000193)
          : hashText(this.#facts.elementIndex, part, hash);
    return hash;
  }

  #textOf({ parts, number }: Identity): string {
    return JSON.stringify([
      number,
      ...parts.map((part) =>
        part === 0 ? null : textOf(this.#facts.elementIndex, part, maxTextBytes),
      ),
    ]);
  }
}

/**
 * The parts that identify an issuer. A VAT number contains its country; other foreign numbers need
 * it.
 */
function issuerParts({ taxId, foreign }: Party): readonly [number, number, number] {
  if (taxId !== null) return [taxId.element, 0, 0];
  const country = foreign?.kind?.code === '02' ? null : foreign?.country;
  return [foreign?.id?.element ?? 0, foreign?.kind?.element ?? 0, country?.element ?? 0];
}

/** An empty series counts as none. */
function seriesPart({ series }: LedgerRecord): number {
  return series === null || series.isBlank ? 0 : series.element;
}

/** Issuer, series, number, date; null when a part is missing. */
function invoiceIdentity(record: LedgerRecord): Identity | null {
  const { party, invoiceNumber, issued } = record;
  if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null)
    return null;
  const parts = [...issuerParts(party), seriesPart(record), invoiceNumber.element, issued.element];
  return { parts, number: 0 };
}

/** Day, activity, concept, line (a number: 01 is 1); null when a part is missing. */
function expenseIdentity(
  { operation, lines }: LedgerRecord,
  elementIndex: ElementIndex,
): Identity | null {
  const [line] = lines;
  if (operation === null || line === undefined || line.lineNumber === null || line.concept === null)
    return null;
  const parts = [operation.element, line.activity?.element ?? 0, line.concept.element];
  return { parts, number: Number(textOf(elementIndex, line.lineNumber.element)) };
}

/** No two records of a file are the same. A class: its code is compiled once for all files. */
class RecordsDiffer implements RecordWatch {
  readonly #index: IdentityIndex;

  constructor(index: IdentityIndex) {
    this.#index = index;
  }

  see(record: LedgerRecord, report: Report): void {
    const earlier = this.#index.add(record);
    if (earlier !== null) report.add(record.element, { record: record.number, earlier });
  }
}

export function invoicesDiffer(facts: FileFacts): RecordWatch {
  return new RecordsDiffer(new IdentityIndex(facts, invoiceIdentity));
}

export function expensesDiffer(facts: FileFacts): RecordWatch {
  return new RecordsDiffer(new IdentityIndex(facts, expenseIdentity));
}

/** Issuer and number; null where the whole identity lacks a part. */
function numberIdentity(record: LedgerRecord): Identity | null {
  const { party, invoiceNumber, issued } = record;
  if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null)
    return null;
  return { parts: [...issuerParts(party), invoiceNumber.element], number: 0 };
}

/**
 * No invoice appears under two dates or two series (ours): same issuer, number and total. The
 * ledger takes them for two.
 */
class InvoicesAreNotRepeated implements RecordWatch {
  readonly #facts: FileFacts;
  readonly #index: IdentityIndex;

  constructor(facts: FileFacts) {
    this.#facts = facts;
    this.#index = new IdentityIndex(facts, numberIdentity);
  }

  see(record: LedgerRecord, report: Report): void {
    const earlier = this.#index.add(record);
    if (earlier === null || record.invoiceNumber === null) return;
    const { elementIndex, reader } = this.#facts;
    if (!isSameUnderAnotherKey(elementIndex, reader.read(earlier), record)) return;
    const number = report.text(record.invoiceNumber);
    report.add(record.invoiceNumber.element, { number, earlier });
  }
}

export const invoicesAreNotRepeated = (facts: FileFacts): RecordWatch =>
  new InvoicesAreNotRepeated(facts);

function isSameUnderAnotherKey(
  elementIndex: ElementIndex,
  a: LedgerRecord,
  b: LedgerRecord,
): boolean {
  const cents = a.total?.cents ?? null;
  if (cents === null || cents !== (b.total?.cents ?? null)) return false;
  const isSame = (one: number, other: number) =>
    one === 0 || other === 0
      ? one === other
      : textOf(elementIndex, one) === textOf(elementIndex, other);
  const isSameSeries = isSame(seriesPart(a), seriesPart(b));
  return isSameSeries !== isSame(a.issued?.element ?? 0, b.issued?.element ?? 0);
}
