import { createHash } from 'node:crypto';
import type { RecordKey } from '../../../contract/form.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { identityOf } from '../../validator/pair-records.ts';
import type { Core } from '../core.ts';
import {
  giveUpRecords,
  insertSubmissionRecords,
  listNotIndexed,
} from './submission-records-table.ts';

/**
 * The book that a record lies in: the same record of two taxpayers, or of two services, is two
 * records.
 */
export type Book = Pick<SubmissionsTable, 'environment' | 'tax_id' | 'model' | 'expense_type'>;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Sixteen bytes, in hexadecimal, for a record in a book: four for the book, twelve for the record.
 * Records of a book so lie side by side in the index, and two different records of one book meet by
 * chance once in 10^20 or so for the largest books.
 */
export function toIdentities(book: Book, keys: readonly Partial<RecordKey>[]): string[] {
  const { environment, tax_id, model, expense_type } = book;
  const scope = JSON.stringify([environment, tax_id.toUpperCase(), model, expense_type]);
  const prefix = digest(scope).slice(0, 8);
  return keys.map((key) => prefix + digest(scope + identityOf(key)).slice(0, 24));
}

/**
 * The identities of a kept document's records, in the order of the file. Throws `database_damaged`
 * when it is not there, `check_failed` when it cannot be read.
 */
export async function readIdentities(
  core: Core,
  document: Book & { sha256: string },
): Promise<string[]> {
  const kept = await requireDocument(core.store.queries, document.sha256);
  const records = await core.validator.readRecords(await gunzip(kept));
  return toIdentities(
    document,
    records.map(({ key }) => key),
  );
}

/**
 * Completes what is known of these taxpayers' records: a history from before records were kept is
 * read once.
 */
export async function indexEarlier(core: Core, taxIds: readonly string[]): Promise<void> {
  for (const row of await listNotIndexed(core.store.queries, taxIds)) {
    try {
      await insertSubmissionRecords(
        core.store.queries,
        row.sequence,
        await readIdentities(core, row),
      );
    } catch {
      core.log.warn('records_not_read', { code: 'check_failed' });
      await giveUpRecords(core.store.queries, row.sequence);
    }
  }
}
