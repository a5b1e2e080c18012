import type { RecordKey } from '../../contract/form.ts';
import type { Book } from './books.ts';

/**
 * The identity of a record in its book, as a text. An invoice: issuer, series, number, date. An
 * expense without invoice: date, epigraph, concept, line. Outer blanks, the case of the issuer's
 * tax id and a line number's padding do not count.
 */
export function identityOf(book: Book, key: RecordKey): string {
  const parts =
    book.expenseType === 'without_invoice'
      ? [key.date, key.epigraph, key.concept, key.line?.trim().replace(/^\+?0*(?=\d)/, '')]
      : [key.issuer?.toUpperCase(), key.series, key.number, key.date];
  return JSON.stringify(parts.map((part) => part?.trim() ?? ''));
}
