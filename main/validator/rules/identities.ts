import type { ElementIndex } from '../xml/element-index.ts';
import { textOf } from '../xml/elements.ts';
import type { LedgerRecord, Party } from './record.ts';
import type { FileFacts, RecordWatch } from './rule.ts';

/** No number, series or date is longer; the schema reports longer ones. */
const maxTextBytes = 1000;

/** What identifies a record, as text; null when a part is missing. */
type ReadIdentity = (record: LedgerRecord, elementIndex: ElementIndex) => string | null;

/** Finds the first record with the same identity. */
class FirstRecords {
  readonly #numbers = new Map<string, number>();

  /** Adds a record; returns the number of the first equal one, or null. */
  add(identity: string, number: number): number | null {
    const first = this.#numbers.get(identity);
    if (first === undefined) this.#numbers.set(identity, number);
    return first ?? null;
  }
}

/** Texts of elements in one, with a character between them that XML forbids. */
function join(elementIndex: ElementIndex, elements: readonly number[]): string {
  return elements
    .map((element) => (element === 0 ? '' : textOf(elementIndex, element, maxTextBytes)))
    .join('\u0001');
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
const invoiceIdentity: ReadIdentity = (record, elementIndex) => {
  const { party, invoiceNumber, issued } = record;
  if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null)
    return null;
  const parts = [...issuerParts(party), seriesPart(record), invoiceNumber.element, issued.element];
  return join(elementIndex, parts);
};

/** Day, activity, concept, line (a number: 01 is 1); null when a part is missing. */
const expenseIdentity: ReadIdentity = ({ operation, lines }, elementIndex) => {
  const [line] = lines;
  if (operation === null || line === undefined || line.lineNumber === null || line.concept === null)
    return null;
  const parts = [operation.element, line.activity?.element ?? 0, line.concept.element];
  return `${join(elementIndex, parts)} ${Number(textOf(elementIndex, line.lineNumber.element))}`;
};

/** No two records of a file are the same. */
function recordsDiffer({ elementIndex }: FileFacts, identityOf: ReadIdentity): RecordWatch {
  const records = new FirstRecords();
  return {
    see(record, report) {
      const identity = identityOf(record, elementIndex);
      const earlier = identity === null ? null : records.add(identity, record.number);
      if (earlier !== null) report.add(record.element, { record: record.number, earlier });
    },
  };
}

export function invoicesDiffer(facts: FileFacts): RecordWatch {
  return recordsDiffer(facts, invoiceIdentity);
}

export function expensesDiffer(facts: FileFacts): RecordWatch {
  return recordsDiffer(facts, expenseIdentity);
}

/**
 * No invoice appears under two dates or two series (ours): same issuer, number and total. The
 * ledger takes them for two.
 */
export function invoicesAreNotRepeated({ elementIndex }: FileFacts): RecordWatch {
  const equal = new FirstRecords();
  const ofOneSeries = new FirstRecords();
  const ofOneDay = new FirstRecords();
  const textsOf = (...elements: number[]) => join(elementIndex, elements);
  return {
    see(record, report) {
      const { party, invoiceNumber, issued, total, number } = record;
      const cents = total?.cents ?? null;
      if (party === null || invoiceNumber === null || invoiceNumber.isBlank) return;
      if (issued === null || cents === null) return;
      const invoice = textsOf(...issuerParts(party), invoiceNumber.element);
      const [series, day] = [textsOf(seriesPart(record)), textsOf(issued.element)];
      const isEqual = equal.add(`${invoice}\u0001${series}\u0001${day}`, number) !== null;
      const sameSeries = ofOneSeries.add(`${invoice}\u0001${series} ${cents}`, number);
      const sameDay = ofOneDay.add(`${invoice}\u0001${day} ${cents}`, number);
      const earlier = sameSeries ?? sameDay;
      // Another rule reports an equal record.
      if (isEqual || earlier === null) return;
      report.add(invoiceNumber.element, { number: report.text(invoiceNumber), earlier });
    },
  };
}
