import type { Selectable } from 'kysely';
import type { AuthorizationTemplateTable } from '../../platform/db/company-tables.ts';
import { dropUnusedDocuments, keepDocument } from '../../platform/db/documents-table.ts';
import type { Queries } from '../../platform/db/tables.ts';

export async function findTemplate(
  queries: Queries,
): Promise<Selectable<AuthorizationTemplateTable> | undefined> {
  return queries.selectFrom('authorization_template').selectAll().executeTakeFirst();
}

/**
 * Replaces the template by a document (`gzip`: its compressed bytes), or removes it. Its own
 * document goes when nothing else refers to it.
 */
export async function replaceTemplate(
  queries: Queries,
  next: (Omit<AuthorizationTemplateTable, 'id'> & { readonly gzip: Uint8Array }) | null,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const before = await findTemplate(transaction);
    await transaction.deleteFrom('authorization_template').execute();
    if (next !== null) {
      const { gzip, ...template } = next;
      const { sha256, size_bytes: sizeBytes, kept_at: at } = template;
      await keepDocument(transaction, { sha256, sizeBytes, gzip, at });
      await transaction
        .insertInto('authorization_template')
        .values({ ...template, id: 1 })
        .execute();
    }
    if (before && before.sha256 !== next?.sha256)
      await dropUnusedDocuments(transaction, [before.sha256]);
  });
}
