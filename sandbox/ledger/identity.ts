import type { RecordKey } from '../../contract/form.ts';
import type { Book } from './books.ts';

/**
 * What makes two records of a book the same one, as a text: of an invoice its issuer, series,
 * number and date; of an expense without invoice its date, epigraph, concept and line. Blanks
 * around a part and the case of the issuer's tax id make no difference, nor does the way a line
 * number is padded.
 */
export function identityOf(book: Book, key: RecordKey): string {
  const parts =
    book.expenseType === 'without_invoice'
      ? [key.date, key.epigraph, key.concept, key.line?.trim().replace(/^\+?0*(?=\d)/, '')]
      : [key.issuer?.toUpperCase(), key.series, key.number, key.date];
  return JSON.stringify(parts.map((part) => part?.trim() ?? ''));
}
