import type { AuthorizationTemplate } from '../../../contract/authorization.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output } from '../../../contract/methods.ts';
import { gzip } from '../../platform/files/compression.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import type { Core, Handlers } from '../core.ts';
import { readIncoming, showKept } from './documents.ts';
import { findTemplate, replaceTemplate } from './template-table.ts';

/**
 * The blank authorization. The intermediary got it in the service's panel (specification, 4.3) and
 * keeps it for its companies.
 */
export function templateHandlers(core: Core) {
  return {
    'authorizations.template': async () => ({ template: await readTemplate(core) }),
    'authorizations.setTemplate': async ({ fileId }) => {
      await keep(core, fileId);
      core.emit({ name: 'settings.changed', payload: {} });
      return { template: await readTemplate(core) };
    },
    'authorizations.removeTemplate': async () => {
      await replaceTemplate(core.store.queries, null);
      core.emit({ name: 'settings.changed', payload: {} });
      return { template: null };
    },
  } satisfies Partial<Handlers>;
}

async function readTemplate(core: Core): Promise<AuthorizationTemplate | null> {
  const row = await findTemplate(core.store.queries);
  if (!row) return null;
  return {
    name: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    keptAt: row.kept_at,
  };
}

/** The template's bytes. Throws `authorization_document_unknown` where none is kept. */
export async function templateDocument(core: Core): Promise<Output<'authorizations.document'>> {
  const row = await findTemplate(core.store.queries);
  if (!row) throw new ZubiError('authorization_document_unknown', { id: 'template' });
  return showKept(core, { ...row, format: 'pdf' });
}

/**
 * Stores a file as the template, checked like an authorization. A picture is refused: nobody can
 * fill it in. Throws the `document_*` codes, `template_not_pdf`.
 */
async function keep(core: Core, fileId: string): Promise<void> {
  const file = await requireOnDisk(core, fileId);
  const { bytes, format, sha256 } = await readIncoming(core, file).catch(onlyPdf);
  if (format !== 'pdf')
    throw new ZubiError('template_not_pdf', { name: file.name, found: format.toUpperCase() });
  const row = {
    file_name: file.name,
    size_bytes: bytes.length,
    sha256,
    kept_at: core.clock().toISOString(),
  };
  await replaceTemplate(core.store.queries, { ...row, gzip: await gzip(bytes) });
  await discardIncoming(core, [fileId]);
}

const isNoDocument = (code: string) =>
  code === 'document_type_refused' || code === 'document_unrecognised';

/** A file that is no document gets the same error as a picture. */
function onlyPdf(error: unknown): never {
  if (!(error instanceof ZubiError) || !isNoDocument(error.code)) throw error;
  throw new ZubiError({ code: 'template_not_pdf', details: error.details }, { cause: error });
}
