import type { Kysely } from 'kysely';
import { ZubiError } from '../../../contract/errors.ts';
import type { Tables } from './tables.ts';

/** Stores a document once, however often it comes; `gzip` is its compressed bytes. */
export async function keepDocument(
  queries: Kysely<Tables>,
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

/** The gzipped bytes of a document, or undefined when it is not stored. */
export async function findDocument(
  queries: Kysely<Tables>,
  sha256: string,
): Promise<Uint8Array | undefined> {
  const row = await queries
    .selectFrom('documents')
    .select('gzip')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.gzip;
}

/**
 * The gzipped bytes of a document that a row refers to, which must exist. Throws
 * `database_damaged`.
 */
export async function requireDocument(
  queries: Kysely<Tables>,
  sha256: string,
): Promise<Uint8Array> {
  const kept = await findDocument(queries, sha256);
  if (!kept) throw missingDocument();
  return kept;
}

/** The error for a missing document that a row refers to. */
export const missingDocument = (): ZubiError =>
  new ZubiError('database_damaged', { cause: 'document missing' });

/** A stored document: gzipped, with the size of its XML; undefined when it is not stored. */
export async function findKeptDocument(
  queries: Kysely<Tables>,
  sha256: string,
): Promise<{ gzip: Uint8Array; size_bytes: number } | undefined> {
  return queries
    .selectFrom('documents')
    .select(['gzip', 'size_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
}

/**
 * Deletes documents that neither the worklist, the history, an authorization nor its template
 * refers to.
 */
export async function dropUnusedDocuments(
  queries: Kysely<Tables>,
  sha256s: readonly string[],
): Promise<void> {
  if (sha256s.length === 0) return;
  await queries
    .deleteFrom('documents')
    .where('sha256', 'in', [...sha256s])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('submissions')
            .select('submissions.id')
            .whereRef('submissions.sha256', '=', 'documents.sha256'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('worklist_files')
            .select('worklist_files.id')
            .whereRef('worklist_files.sha256', '=', 'documents.sha256'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('authorization_uploads')
            .select('authorization_uploads.id')
            .whereRef('authorization_uploads.sha256', '=', 'documents.sha256'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('authorization_template')
            .select('authorization_template.id')
            .whereRef('authorization_template.sha256', '=', 'documents.sha256'),
        ),
      ),
    )
    .execute();
}
