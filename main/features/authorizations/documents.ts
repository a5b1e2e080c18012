import { mediaTypeOf } from '../../../contract/document-format.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/methods.ts';
import type {
  AuthorizationUploadsTable,
  IncomingFilesTable,
} from '../../platform/db/company-tables.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import { toDownload } from '../../platform/files/download.ts';
import { requireOnDisk } from '../../platform/files/incoming.ts';
import type { InspectedDocument } from '../../platform/ports.ts';
import type { Core } from '../core.ts';
import { findUploads } from './authorizations-table.ts';

type Shown = Output<'authorizations.document'>;

/**
 * Inspects an incoming file as an authorization; the result has exactly the bytes inspected. Throws
 * the `document_*` codes.
 */
export function readIncoming(
  core: Core,
  { source_path: path, name }: IncomingFilesTable,
): Promise<InspectedDocument> {
  const limitBytes = core.connection.profile().limits.maxAuthorizationBytes;
  return core.documents.inspect({ path, name, limitBytes });
}

/** An incoming file, to look at before it is uploaded. */
export async function showIncoming(core: Core, fileId: string): Promise<Shown> {
  const file = await requireOnDisk(core, fileId);
  const { bytes, format, sha256 } = await readIncoming(core, file);
  return { ...toDownload(file.name, mediaTypeOf(format), bytes), sha256 };
}

/** A document of an upload. */
export async function showUploaded(core: Core, uploadId: string): Promise<Shown> {
  const [upload] = await findUploads(core.store.queries, [uploadId]);
  if (!upload) throw new ZubiError('authorization_document_unknown', { id: uploadId });
  return showKept(core, upload);
}

/** The document that a row refers to. */
export async function showKept(
  core: Core,
  { file_name, format, sha256 }: Pick<AuthorizationUploadsTable, 'file_name' | 'format' | 'sha256'>,
): Promise<Shown> {
  const bytes = await requireDocument(core.store.queries, sha256);
  return { ...toDownload(file_name, mediaTypeOf(format), bytes), sha256 };
}
