import { hash } from 'node:crypto';
import type { RecordKey } from '../../../contract/form.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import { identityOf } from '../../validator/pair-records.ts';
import type { Core } from '../core.ts';
import type { Book } from './submission-records-table.ts';

const digest = (text: string) => hash('sha256', text);

/**
 * Sixteen bytes, in hexadecimal, for a record in a book: four for the book, twelve for the record.
 * So records of a book are neighbours in the index. In the largest books, two different records get
 * the same bytes once in 10^20 or so.
 */
export function toIdentities(book: Book, keys: readonly Partial<RecordKey>[]): string[] {
  const { environment, tax_id, model, expense_type } = book;
  const scope = JSON.stringify([environment, tax_id.toUpperCase(), model, expense_type]);
  const prefix = digest(scope).slice(0, 8);
  return keys.map((key) => prefix + digest(scope + identityOf(key)).slice(0, 24));
}

/**
 * The identities of a stored document's records, in the order of the file. Throws
 * `database_damaged` when it is missing, `check_failed` when it cannot be read.
 */
export async function readIdentities(
  core: Core,
  document: Book & { sha256: string },
): Promise<string[]> {
  const bytes = await requireDocument(core.store.queries, document.sha256);
  const records = await core.validator.readRecords(bytes);
  return toIdentities(
    document,
    records.map(({ key }) => key),
  );
}
