import type { RecordKey } from '../../../contract/form.ts';
import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { BookHistory, KnownInvoice } from './book-history.ts';

/**
 * A record, and the invoice of the same issuer and number that was sent under another series or
 * date.
 */
interface RepeatedInvoice {
  readonly record: LocatedRecord;
  readonly invoice: KnownInvoice;
}

/**
 * Finds invoices that were taken before, were not cancelled since, and are probably these records
 * under another series or date. Issuers number anew every year and in each series, so an equal
 * number alone means nothing. Two things count: the same series in the same year, which no issuer
 * can use twice; or another series with the same day and amount.
 */
export async function findRepeatedInvoices(
  history: BookHistory,
  records: readonly LocatedRecord[],
): Promise<RepeatedInvoice[]> {
  // Many records may share an issuer and a number: each pair is searched once.
  const pairs = [...Map.groupBy(records, ({ key }) => pairOf(key))].flatMap(([pair, [first]]) =>
    pair === null || first === undefined ? [] : [first.key],
  );
  const known = Map.groupBy(await history.invoices(pairs), pairOf);
  return records.flatMap((record) => {
    const pair = pairOf(record.key);
    // The newest comes first.
    const invoice =
      pair === null ? undefined : known.get(pair)?.find((each) => isProbablySame(record, each));
    return invoice === undefined ? [] : [{ record, invoice }];
  });
}

function isProbablySame({ key, amount }: LocatedRecord, invoice: KnownInvoice): boolean {
  const plain = (text: string | null) => text?.trim().toUpperCase() ?? '';
  const isSameSeries = plain(key.series) === plain(invoice.series);
  if (isSameSeries) return yearOf(key.date) !== null && yearOf(key.date) === yearOf(invoice.date);
  return (
    amount !== null && amount === invoice.amount && key.date !== null && key.date === invoice.date
  );
}

function yearOf(date: string | null): string | null {
  return /^\d{2}-\d{2}-(\d{4})$/.exec(date?.trim() ?? '')?.[1] ?? null;
}

/** A number without a digit (`S/N`) does not count. */
function pairOf({ issuer, number }: Pick<RecordKey, 'issuer' | 'number'>): string | null {
  if (!issuer?.trim() || !number?.trim() || !/\d/.test(number)) return null;
  return JSON.stringify([issuer.trim().toUpperCase(), number.trim().toUpperCase()]);
}
