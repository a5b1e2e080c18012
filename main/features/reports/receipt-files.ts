import { dayOf } from '../../../contract/formats.ts';
import type { Output } from '../../../contract/methods.ts';
import { toDownload } from '../../platform/files/download.ts';
import type { Texts } from '../../platform/texts.ts';
import type { Receipt, ReceiptPart } from './receipt.ts';
import { toReceiptHtml } from './receipt-html.ts';
import { toDraftMessage } from './receipt-mail.ts';
import { toReceiptPdf } from './receipt-pdf.ts';
import { periodName, periodsOf, periodsText } from './receipt-period.ts';

type File = Output<'reports.receipt'>;

const plainName = (name: string) => name.replaceAll(/[^\w.-]/g, '_');
const toFile = (name: string, mediaType: string, content: string | Uint8Array): File =>
  toDownload(plainName(name), mediaType, content);

/**
 * Tax id and quarter, so that a client's receipts sort together. It is a name in a zip and in a
 * message's header too.
 */
const partName = (part: ReceiptPart, extension: string) =>
  plainName(`${part.taxId}-${periodName(periodsOf(part.files))}.${extension}`);

/** A PDF; of several companies a zip with one for each. */
export async function toPdfFile(receipt: Receipt, texts: Texts): Promise<File> {
  const pdfs: (readonly [name: string, bytes: Buffer])[] = [];
  for (const part of receipt.parts)
    pdfs.push([partName(part, 'pdf'), await toReceiptPdf(receipt, part, texts)]);
  const [first] = pdfs;
  if (first !== undefined && pdfs.length === 1)
    return toFile(first[0], 'application/pdf', first[1]);
  const { zipSync } = await import('fflate');
  // PDFs are compressed already.
  const zip = zipSync(Object.fromEntries(pdfs), { level: 0, mtime: receipt.createdAt });
  const period = periodName(periodsOf(receipt.parts.flatMap(({ files }) => files)));
  return toFile(`${texts.say('receipt.zipWord')}-${period}.zip`, 'application/zip', zip);
}

/** The draft of a message with a company's PDF attached. */
export async function toMailFile(receipt: Receipt, part: ReceiptPart, texts: Texts): Promise<File> {
  const period = periodsText(periodsOf(part.files), texts);
  const message = toDraftMessage({
    subject: texts.say('receipt.mail.subject', { name: part.fullName, period }),
    body: texts.say(
      receipt.environment === 'production' ? 'receipt.mail.body' : 'receipt.mail.practice',
    ),
    attachment: {
      name: partName(part, 'pdf'),
      bytes: await toReceiptPdf(receipt, part, texts),
    },
  });
  return toFile(partName(part, 'eml'), 'message/rfc822', message);
}

/** Everything as one page, with the companies one after the other. */
export function toHtmlFile(receipt: Receipt, texts: Texts): File {
  const { parts, createdAt, batch } = receipt;
  const [first] = parts;
  const whose = parts.length === 1 && first ? first.taxId : String(parts.length);
  const day = dayOf(batch === null ? createdAt : new Date(batch.createdAt));
  const name = `zubi-${texts.say('receipt.fileWord')}-${whose}-${day}.html`;
  return toFile(name, 'text/html; charset=utf-8', toReceiptHtml(receipt, texts));
}
