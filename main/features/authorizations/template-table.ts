import type { Kysely, Selectable } from 'kysely';
import type { AuthorizationTemplateTable } from '../../platform/db/company-tables.ts';
import { dropUnusedDocuments, keepDocument } from '../../platform/db/documents-table.ts';
import type { Tables } from '../../platform/db/tables.ts';

export async function findTemplate(
  queries: Kysely<Tables>,
): Promise<Selectable<AuthorizationTemplateTable> | undefined> {
  return queries.selectFrom('authorization_template').selectAll().executeTakeFirst();
}

/** Replaces the template by a document; `gzip` is its compressed bytes. */
export async function replaceTemplate(
  queries: Kysely<Tables>,
  template: Omit<AuthorizationTemplateTable, 'id'>,
  gzip: Uint8Array,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const { sha256, size_bytes, kept_at } = template;
    await keepDocument(transaction, { sha256, sizeBytes: size_bytes, gzip, at: kept_at });
    await removeRow(transaction, sha256);
    await transaction
      .insertInto('authorization_template')
      .values({ ...template, id: 1 })
      .execute();
  });
}

/** Deletes the template, and its document when nothing else refers to it. */
export async function removeTemplate(queries: Kysely<Tables>): Promise<void> {
  await queries.transaction().execute((transaction) => removeRow(transaction, null));
}

async function removeRow(queries: Kysely<Tables>, needed: string | null): Promise<void> {
  const removed = await queries.deleteFrom('authorization_template').returning('sha256').execute();
  const unused = removed.flatMap(({ sha256 }) => (sha256 === needed ? [] : [sha256]));
  await dropUnusedDocuments(queries, unused);
}
