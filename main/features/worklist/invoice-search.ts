import { setImmediate } from 'node:timers/promises';
import { findDocument } from '../../platform/db/documents-table.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { Core, Handlers } from '../core.ts';
import { listWorklist } from './worklist-rows.ts';

/** Series and number, as the ledger's schemas order them; any prefix of a namespace. */
const invoices =
  /(?:<(?:\w+:)?SerieFactura>([^<]*)<\/(?:\w+:)?SerieFactura>\s*)?<(?:\w+:)?NumFactura>([^<]*)</g;

/** Searches the invoices of the files on the list, document by document. */
export function invoiceHandlers(core: Core): Handlers<'submissions.findInvoice'> {
  return {
    'submissions.findInvoice': async ({ number }) => {
      const wanted = escapeXml(number).toLowerCase();
      const fileIds: string[] = [];
      for (const { id, sha256 } of await listWorklist(core.store.queries, 'production')) {
        const gzip = sha256 === null ? undefined : await findDocument(core.store.queries, sha256);
        if (gzip === undefined) continue;
        if (hasInvoice(Buffer.from(await gunzip(gzip)).toString('utf8'), wanted)) fileIds.push(id);
        await setImmediate();
      }
      return { fileIds };
    },
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
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
