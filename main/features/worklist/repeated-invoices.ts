import type { LocatedRecord } from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import { toIdentities } from '../submissions/public.ts';
import { type BookColumns, findInvoices, type KnownInvoice } from './record-history.ts';
import { readStandings } from './standings.ts';

/**
 * A record, and the invoice of the same issuer and number that was sent under another series or
 * date.
 */
interface RepeatedInvoice {
  readonly record: LocatedRecord;
  readonly invoice: KnownInvoice;
}

/** In one statement: it holds the thread for some milliseconds. */
const maxPairs = 500;

/**
 * Finds invoices that were taken before, were not cancelled since, and are probably these records
 * under another series or date. Issuers number anew every year and in each series, so an equal
 * number alone says nothing. What does: the same series in the same year, which no issuer can use
 * twice; or another series on the same day for the same amount.
 */
export async function findRepeatedInvoices(
  core: Core,
  book: BookColumns,
  records: readonly LocatedRecord[],
): Promise<RepeatedInvoice[]> {
  // Many records may share an issuer and a number: each pair is looked for once.
  const byPair = new Map<string, LocatedRecord[]>();
  for (const record of records) {
    const pair = pairOf(record.key);
    if (pair === null) continue;
    const same = byPair.get(pair);
    if (same) same.push(record);
    else byPair.set(pair, [record]);
  }
  const pairs = [...byPair.values()].flatMap(([record]) => record?.key ?? []);
  const known = new Map<string, KnownInvoice[]>();
  for (let start = 0; start < pairs.length; start += maxPairs) {
    const part = pairs
      .slice(start, start + maxPairs)
      .map(({ issuer, number }) => ({ issuer, number }));
    for (const invoice of await findStanding(core, book, part)) {
      const pair = pairOf(invoice);
      if (pair !== null)
        known
          .set(pair, known.get(pair) ?? [])
          .get(pair)
          ?.push(invoice);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const repeated = [...known].flatMap(([pair, invoices]) =>
    (byPair.get(pair) ?? []).flatMap((record) => {
      // The newest comes first.
      const invoice = invoices.find((each) => isProbablySame(record, each));
      return invoice === undefined ? [] : [{ record, invoice }];
    }),
  );
  return repeated.toSorted((a, b) => a.record.record - b.record.record);
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

/** A number without a digit (`S/N`) is none. */
function pairOf({
  issuer,
  number,
}: {
  readonly issuer: string | null;
  readonly number: string | null;
}) {
  if (!issuer?.trim() || !number?.trim() || !/\d/.test(number)) return null;
  return JSON.stringify([issuer.trim().toUpperCase(), number.trim().toUpperCase()]);
}

async function findStanding(
  core: Core,
  book: BookColumns,
  pairs: readonly { readonly issuer: string | null; readonly number: string | null }[],
): Promise<readonly KnownInvoice[]> {
  const invoices = await findInvoices(core.store.queries, book, pairs);
  const keys = invoices.map(({ issuer, series, number, date }) => ({
    issuer,
    series,
    number,
    date,
  }));
  const standings = await readStandings(core, toIdentities(book, keys));
  return invoices.filter((_, index) => standings.get(index)?.operation !== 'cancellation');
}
