import PDFDocument from 'pdfkit';
import { expect, it, vi } from 'vitest';
import { PdfSheet, toPrintable } from '../../../main/features/reports/pdf-sheet.ts';
import { readPdf } from '../../fixtures/read-pdf.ts';

/** The pages of one row, with the amount's column as wide as it needs. */
async function readRow(amount: string, name = 'recibidas.xml'): Promise<string> {
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
  sheet.row(columns, [name, amount]);
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

it('letters of the neighbours are printed, others lose their accents, and none its place', () => {
  expect(toPrintable('Œuvres Šibenik ™ “x” Ñan\u0303o')).toBe('Œuvres Šibenik ™ “x” Ñaño');
  expect(toPrintable('Łódź Đorđe \u2011 \u2212')).toBe('Lódz Dorde - -');
  expect(toPrintable('ﬁnca Ｎº１')).toBe('finca Nº1');
  expect(toPrintable('x\u0302 \u200fa\u200d👪\ufe0f')).toBe('x a?');
  expect(toPrintable('Error\r\nen el NIF\rdel\tarchivo')).toBe('Error en el NIF del archivo');
});

it('a text taller than a page is cut on its page', async () => {
  const text = await readRow('1,00\u00a0€', 'MOTIVO '.repeat(3000));
  expect(text).toContain('…');
  expect(text).toContain('1,00');
});

it('the name of an office stands beside its logo, however long', () => {
  const pdf = new PDFDocument(PdfSheet.page);
  const text = vi.spyOn(pdf, 'text');
  vi.spyOn(pdf, 'image').mockReturnThis();
  new PdfSheet(pdf).letterhead('Asesoría '.repeat(13), Buffer.from('logo'));
  new PdfSheet(pdf).letterhead('Asesoría', null);
  expect(text.mock.calls.map(([, left]) => left)).toEqual([50 + 160 + 8, 50]);
});
