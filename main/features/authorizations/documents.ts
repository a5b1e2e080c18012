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
import type { DocumentToInspect, InspectedDocument } from '../../platform/ports.ts';
import type { Core } from '../core.ts';
import { findUploads } from './authorizations-table.ts';

type Shown = Output<'authorizations.document'>;

/** Inspects an incoming file as an authorization. Throws the `document_*` codes. */
export function inspectFile(
  core: Core,
  { source_path: path, name }: IncomingFilesTable,
  { keepBytes }: Pick<DocumentToInspect, 'keepBytes'>,
): Promise<InspectedDocument> {
  const limitBytes = core.connection.profile().limits.maxAuthorizationBytes;
  return core.documents.inspect({ path, name, limitBytes, keepBytes });
}

/** An incoming file that passed the inspection. */
export type IncomingDocument = InspectedDocument & { readonly bytes: Uint8Array };

/** Inspects an incoming file and returns exactly the bytes inspected. */
export async function readIncoming(
  core: Core,
  file: IncomingFilesTable,
): Promise<IncomingDocument> {
  const { bytes, ...found } = await inspectFile(core, file, { keepBytes: true });
  if (bytes === null) throw new ZubiError('check_failed', { name: file.name });
  return { ...found, bytes };
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
