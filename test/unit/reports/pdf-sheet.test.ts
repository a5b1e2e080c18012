import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { PdfSheet } from '../../../main/features/reports/pdf-sheet.ts';
import { readPdf } from '../../fixtures/read-pdf.ts';

/** What one row says, with the amount's column as wide as it needs. */
async function readRow(amount: string): Promise<string> {
  const pdf = new PDFDocument(PdfSheet.page);
  const pieces: Buffer[] = [];
  const isWritten = new Promise((resolve) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', resolve);
  });
  const sheet = new PdfSheet(pdf);
  const columns = [
    { head: 'Archivo', share: 4 },
    { head: 'Importe', share: 0.1, least: sheet.widthOf([amount]), align: 'right' },
  ] as const;
  sheet.row(columns, ['recibidas.xml', amount]);
  sheet.end({ text: '', page: () => '' });
  await isWritten;
  return readPdf(Buffer.concat(pieces));
}

it.each(['12,00\u00a0€', '123.456.789.012,34\u00a0€', '\u2212€123,456,789,012.34'])(
  'an amount of a receipt stands in one line with its symbol: %s',
  async (amount) => {
    expect(await readRow(amount)).toContain(amount.replace('\u2212', '-'));
  },
);
