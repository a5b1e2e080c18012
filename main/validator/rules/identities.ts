import type { ElementIndex } from '../xml/element-index.ts';
import { textOf } from '../xml/elements.ts';
import { hashText } from '../xml/values.ts';
import type { LedgerRecord, Party } from './record.ts';
import type { FileFacts, RecordWatch } from './rule.ts';

/** No number, series or date is longer; the schema reports longer ones. */
const maxTextBytes = 1000;

/** A record's identity: elements whose texts count (0 when absent), and a number. */
interface Identity {
  readonly parts: readonly number[];
  readonly number: number;
}

/**
 * Finds the first record with the same identity. A hash separates most; texts are read and kept
 * only for equal hashes, so that even a file made of colliding hashes takes little time.
 */
class IdentityIndex {
  readonly #elementIndex: ElementIndex;
  readonly #firstOfHash = new Map<
    number,
    { readonly record: number; readonly identity: Identity }
  >();
  readonly #firstOfText = new Map<string, number>();

  constructor(elementIndex: ElementIndex) {
    this.#elementIndex = elementIndex;
  }

  /** Adds a record; returns the number of the first equal one, or null. */
  add(record: number, identity: Identity): number | null {
    const hash = this.#hashOf(identity);
    const first = this.#firstOfHash.get(hash);
    if (first === undefined) {
      this.#firstOfHash.set(hash, { record, identity });
      return null;
    }
    this.#firstOfText.set(this.#textOf(first.identity), first.record);
    const text = this.#textOf(identity);
    const earlier = this.#firstOfText.get(text);
    if (earlier === undefined) this.#firstOfText.set(text, record);
    return earlier ?? null;
  }

  #hashOf({ parts, number }: Identity): number {
    let hash = 0x811c9dc5 ^ number;
    for (const part of parts)
      hash =
        part === 0 ? Math.imul(hash ^ 0xfe, 0x01000193) : hashText(this.#elementIndex, part, hash);
    return hash;
  }

  #textOf({ parts, number }: Identity): string {
    return JSON.stringify([
      number,
      ...parts.map((part) => (part === 0 ? null : textOf(this.#elementIndex, part, maxTextBytes))),
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

/** No two invoices of a file are the same. */
export function invoicesDiffer({ elementIndex }: FileFacts): RecordWatch {
  return recordsDiffer(elementIndex, invoiceIdentity);
}

/** No two expenses without invoice of a file are the same. */
export function expensesDiffer({ elementIndex }: FileFacts): RecordWatch {
  return recordsDiffer(elementIndex, expenseIdentity);
}

function recordsDiffer(
  elementIndex: ElementIndex,
  identityOf: (record: LedgerRecord, elementIndex: ElementIndex) => Identity | null,
): RecordWatch {
  const index = new IdentityIndex(elementIndex);
  return {
    see(record, report) {
      const identity = identityOf(record, elementIndex);
      if (identity === null) return;
      const earlier = index.add(record.number, identity);
      if (earlier !== null) report.add(record.element, { record: record.number, earlier });
    },
  };
}

interface SeenInvoice {
  readonly series: number;
  readonly issued: number;
  readonly cents: number | null;
}

/**
 * No invoice appears under two dates or two series (ours): same issuer, number and total. The
 * ledger takes them for two.
 */
export function invoicesAreNotRepeated({ elementIndex }: FileFacts): RecordWatch {
  const index = new IdentityIndex(elementIndex);
  const seen = new Map<number, SeenInvoice>();
  return {
    see(record, report) {
      const { number, party, invoiceNumber, issued, total } = record;
      if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null)
        return;
      const invoice = {
        series: seriesPart(record),
        issued: issued.element,
        cents: total?.cents ?? null,
      };
      seen.set(number, invoice);
      const parts = [...issuerParts(party), invoiceNumber.element];
      const earlier = index.add(number, { parts, number: 0 });
      const first = earlier === null ? undefined : seen.get(earlier);
      if (
        earlier !== null &&
        first !== undefined &&
        isSameUnderAnotherKey(elementIndex, first, invoice)
      )
        report.add(invoiceNumber.element, { number: report.text(invoiceNumber), earlier });
    },
  };
}

function isSameUnderAnotherKey(
  elementIndex: ElementIndex,
  a: SeenInvoice,
  b: SeenInvoice,
): boolean {
  if (a.cents === null || a.cents !== b.cents) return false;
  const isSame = (one: number, other: number) =>
    one === 0 || other === 0
      ? one === other
      : textOf(elementIndex, one) === textOf(elementIndex, other);
  return isSame(a.series, b.series) !== isSame(a.issued, b.issued);
}
