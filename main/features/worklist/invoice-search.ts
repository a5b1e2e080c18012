import { setImmediate } from 'node:timers/promises';
import { findDocument } from '../../platform/db/documents-table.ts';
import { findEncoding, toUtf8 } from '../../validator/xml/encoding.ts';
import { escapeText } from '../../validator/xml/references.ts';
import type { Core, Handlers } from '../core.ts';
import { isListed } from './file-origins.ts';

/** Series and number, as the ledger's schemas order them; any prefix of a namespace. */
const invoices =
  /(?:<(?:\w+:)?SerieFactura>([^<]*)<\/(?:\w+:)?SerieFactura>\s*)?<(?:\w+:)?NumFactura>([^<]*)</g;

/** Searches the invoices of the files on the list, document by document. */
export function invoiceHandlers(core: Core) {
  return {
    'submissions.findInvoice': async ({ number }) => {
      const wanted = escapeText(number).toLowerCase();
      const fileIds: string[] = [];
      const { queries } = core.store;
      const files = await queries
        .selectFrom('worklist_files as file')
        .select(['file.id', 'file.sha256'])
        .where(isListed('file'))
        .orderBy('file.added_at')
        .orderBy('file.id')
        .execute();
      for (const { id, sha256 } of files) {
        const bytes = await findDocument(queries, sha256);
        if (bytes === null) continue;
        if (hasInvoice(decode(bytes), wanted)) fileIds.push(id);
        await setImmediate();
      }
      return { fileIds };
    },
  } satisfies Partial<Handlers>;
}

function decode(bytes: Uint8Array): string {
  const found = findEncoding(bytes);
  const utf8 = found.kind === 'unsupported' ? bytes : toUtf8(bytes, found.encoding, found.bomBytes);
  return Buffer.from(utf8).toString('utf8');
}

/** Whether an invoice's number contains a text in small letters, or its series and number do. */
export function hasInvoice(xml: string, wanted: string): boolean {
  for (const [, series = '', number = ''] of xml.matchAll(invoices)) {
    const both = `${series}/${number}`.toLowerCase();
    if (both.includes(wanted) || both.replace('/', '').includes(wanted)) return true;
    if (both.replace('/', '-').includes(wanted)) return true;
  }
  return false;
}
