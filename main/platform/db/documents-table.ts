import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import { gunzip } from '../files/compression.ts';
import { listed } from './listed.ts';
import type { Queries } from './tables.ts';

/** Stores a document once, however often it comes; `gzip` is its compressed bytes. */
export async function keepDocument(
  queries: Queries,
  document: { sha256: string; sizeBytes: number; gzip: Uint8Array; at: string },
): Promise<void> {
  await queries
    .insertInto('documents')
    .values({
      sha256: document.sha256,
      size_bytes: document.sizeBytes,
      gzip: document.gzip,
      created_at: document.at,
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

/** The bytes of a document; null when it is not stored. Throws `database_damaged`. */
export async function findDocument(
  queries: Queries,
  sha256: string | null,
): Promise<Uint8Array | null> {
  const kept = await findKeptDocument(queries, sha256);
  return kept && sha256 !== null ? unpackDocument(sha256, kept.gzip) : null;
}

/** The bytes of a stored document. Throws `database_damaged` when they are not those it names. */
export async function unpackDocument(sha256: string, gzip: Uint8Array): Promise<Uint8Array> {
  const bytes = await gunzip(gzip).catch(() => null);
  if (bytes === null || hash('sha256', bytes) !== sha256)
    throw new ZubiError('database_damaged', { cause: 'document', sha256 });
  return bytes;
}

/** The bytes of a document that a row refers to, which must exist. Throws `database_damaged`. */
export async function requireDocument(
  queries: Queries,
  sha256: string | null,
): Promise<Uint8Array> {
  const bytes = await findDocument(queries, sha256);
  if (!bytes) throw missingDocument();
  return bytes;
}

/** The error for a missing document that a row refers to. */
export const missingDocument = (): ZubiError =>
  new ZubiError('database_damaged', { cause: 'document missing' });

/** A stored document: gzipped, with the size of its bytes; undefined when it is not stored. */
export async function findKeptDocument(
  queries: Queries,
  sha256: string | null,
): Promise<{ gzip: Uint8Array; size_bytes: number } | undefined> {
  return queries
    .selectFrom('documents')
    .select(['gzip', 'size_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/** The tables that refer to documents. */
const holders = [
  'submissions',
  'worklist_files',
  'authorization_uploads',
  'authorization_template',
] as const;

/** Deletes documents that nothing refers to. */
export async function dropUnusedDocuments(
  queries: Queries,
  sha256s: readonly string[],
): Promise<void> {
  if (sha256s.length === 0) return;
  let query = queries.deleteFrom('documents').where('sha256', 'in', listed(sha256s));
  for (const table of holders)
    query = query.where(
      sql<boolean>`not exists (select 1 from ${sql.table(table)} as holder where holder.sha256 = documents.sha256)`,
    );
  await query.execute();
}
