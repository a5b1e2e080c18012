import type { Field, LedgerRecord, Party } from './record.ts';
import type { FileFacts, RecordWatch } from './rule.ts';
import { keyText } from './values.ts';

const separator = '\u0000';

type Key = (field: Field | null | undefined) => string;

function keyOf({ tape }: FileFacts): Key {
  return (field) => (field == null ? '' : keyText(tape, field.element));
}

function issuerKey(party: Party, key: Key): string {
  const { taxId, foreign } = party;
  if (taxId !== null) return key(taxId);
  // A VAT number holds its country; other numbers are told apart by it.
  const country = foreign?.kind?.code === '02' ? '' : key(foreign?.country);
  return `${key(foreign?.kind)}${separator}${country}${separator}${key(foreign?.id)}`;
}

/** What tells invoices apart: issuer, series, number, date; null when a part is missing. */
function invoiceKey(record: LedgerRecord, key: Key): string | null {
  const { party, series, invoiceNumber, issued } = record;
  if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null) return null;
  const seriesKey = series === null || series.isBlank ? '' : key(series);
  return [issuerKey(party, key), seriesKey, key(invoiceNumber), key(issued)].join(separator);
}

/** What tells expenses without invoice apart: day, activity, concept, line; null when a part is missing. */
function expenseKey({ operation, lines }: LedgerRecord, key: Key): string | null {
  const [line] = lines;
  if (operation === null || line === undefined || line.lineNumber === null || line.concept === null)
    return null;
  const parts = [key(operation), key(line.activity), key(line.concept), String(Number(key(line.lineNumber)))];
  return parts.join(separator);
}

/** No two invoices of a file are the same. */
export function invoicesDiffer(facts: FileFacts): RecordWatch {
  const key = keyOf(facts);
  return recordsDiffer((record) => invoiceKey(record, key));
}

/** No two expenses without invoice of a file are the same. */
export function expensesDiffer(facts: FileFacts): RecordWatch {
  const key = keyOf(facts);
  return recordsDiffer((record) => expenseKey(record, key));
}

function recordsDiffer(identityOf: (record: LedgerRecord) => string | null): RecordWatch {
  const first = new Map<string, number>();
  return {
    see(record, report) {
      const identity = identityOf(record);
      if (identity === null) return;
      const earlier = first.get(identity);
      if (earlier === undefined) first.set(identity, record.number);
      else report.add(record.element, { record: record.number, earlier });
    },
  };
}

interface SeenInvoice {
  readonly record: number;
  readonly series: string;
  readonly issued: string;
  readonly cents: number | null;
}

/** No invoice stands twice under two dates or two series (ours): same issuer, number and total. The ledger takes them for two. */
export function invoicesAreNotRepeated(facts: FileFacts): RecordWatch {
  const key = keyOf(facts);
  const first = new Map<string, SeenInvoice>();
  return {
    see(record, report) {
      const { party, series, invoiceNumber, issued, total } = record;
      if (party === null || invoiceNumber === null || invoiceNumber.isBlank || issued === null) return;
      const identity = `${issuerKey(party, key)}${separator}${key(invoiceNumber)}`;
      const seen = {
        record: record.number,
        series: series === null || series.isBlank ? '' : key(series),
        issued: key(issued),
        cents: total?.cents ?? null,
      };
      const earlier = first.get(identity);
      if (earlier === undefined) first.set(identity, seen);
      else if (isSameUnderAnotherKey(earlier, seen))
        report.add(invoiceNumber.element, {
          number: report.text(invoiceNumber),
          earlier: earlier.record,
        });
    },
  };
}

function isSameUnderAnotherKey(a: SeenInvoice, b: SeenInvoice): boolean {
  if (a.cents === null || a.cents !== b.cents) return false;
  return (a.series === b.series) !== (a.issued === b.issued);
}
