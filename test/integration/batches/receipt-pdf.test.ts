import { join } from 'node:path';
import Database from 'better-sqlite3';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { makePng } from '../../fixtures/authorizations/documents.ts';
import { readPdf } from '../../fixtures/read-pdf.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send } from '../corrections/sending.ts';
import { companies, openBureau, reopen } from '../outbox/bureau.ts';

const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const invoices = (records: number) =>
  makeDocument('240-received', { seed: 3, records, taxpayer: company, firstDay: '2026-07-01' });

it.each(['es', 'eu', 'en'] as const)(
  'a receipt in %s is a PDF with the office and its logo, named by tax id and quarter, without data of this computer',
  async (language) => {
    const clock = () => new Date('2026-10-20T22:30:00Z');
    const office = await openPractisingOffice({ clock });
    const officeLogo = logo;
    await office.call('settings.set', { officeName: 'Ibaizabal & Aholkularitza', officeLogo });
    const { id, registrationNumber } = await send(office, 'uno.xml', invoices(60));
    const made = await office.call('reports.receipt', { submissionId: id, language });
    expect(made).toMatchObject({ name: 'A99800476-2026-3T.pdf', mediaType: 'application/pdf' });
    const bytes = Buffer.from(made.contentBase64, 'base64');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
    const words = readPdf(bytes);
    expect(words).toContain('Ibaizabal & Aholkularitza');
    expect(words).toContain(company.taxId);
    if (registrationNumber !== null) expect(words).toContain(registrationNumber);
    // The day in Bizkaia, which is the next one already.
    expect(words).toMatch(/21/);
    expect(words).not.toMatch(/HTTP|127\.0\.0\.1|localhost|\?\?|receipt\.|undefined|null/);
    const pages = { es: 'Página 2 de', eu: 'Orria: 2 /', en: 'Page 2 of' }[language];
    expect(words).toContain(pages);
    // A column of reasons stands only where there is one.
    const reasons = { es: 'Motivo', eu: 'Arrazoia', en: 'Reason' }[language];
    expect(words).not.toContain(reasons);
    const again = await send(office, 'dos.xml', invoices(1), true);
    const refused = await office.call('reports.receipt', { submissionId: again.id, language });
    expect(readPdf(Buffer.from(refused.contentBase64, 'base64'))).toContain(reasons);
  },
);

it('a damaged logo, as a stranger’s archive may bring one, is left out', async () => {
  const office = await openPractisingOffice();
  const damaged = makePng({ colour: 6, data: Buffer.from('no pixels') });
  await office.call('settings.set', { officeLogo: damaged.toString('base64') });
  const { id } = await send(office, 'uno.xml', invoices(1));
  const { contentBase64 } = await office.call('reports.receipt', { submissionId: id });
  expect(Buffer.from(contentBase64, 'base64').toString('latin1')).not.toContain('/Subtype /Image');
});

it('receipts of a batch are a zip with one for each company, and an email draft has one attached', async () => {
  const bureau = await openBureau();
  const files = [await bureau.put(0), await bureau.put(1)];
  await bureau.send(files);
  await bureau.app.idle();
  const { batches } = await bureau.call('submissions.batches', {});
  const batchId = batches[0]?.id ?? '';
  const zip = await bureau.call('reports.receipt', { batchId });
  expect(zip.mediaType).toBe('application/zip');
  const entries = unzipSync(Buffer.from(zip.contentBase64, 'base64'));
  const [one, other] = companies;
  expect(Object.keys(entries).sort()).toEqual(
    [one, other].map((each) => expect.stringContaining(`${each?.taxId}-`)).sort(),
  );
  for (const [name, bytes] of Object.entries(entries))
    expect(readPdf(Buffer.from(bytes))).toContain(name.split('-')[0]);
  const { companies: told } = await bureau.call('submissions.batch', { id: batchId });
  const companyId = told[0]?.id ?? '';
  const draft = await bureau.call('reports.receipt', { batchId, companyId, format: 'eml' });
  expect(draft.name).toMatch(/^\w+-\d{4}-\dT\.eml$/);
  const message = Buffer.from(draft.contentBase64, 'base64').toString('latin1');
  expect(message).toMatch(/^MIME-Version: 1\.0\r\nX-Unsent: 1\r\nSubject: =\?utf-8\?B\?/);
  const [, attached = ''] = /filename="[^"]+"\r\n\r\n([\s\S]+?)\r\n--/.exec(message) ?? [];
  expect(readPdf(Buffer.from(attached, 'base64'))).toContain(told[0]?.taxId);
});

it('a receipt of several files begins with the warning when one of them was changed', async () => {
  let bureau = await openBureau();
  await bureau.send([await bureau.put(0), await bureau.put(0, { first: 10 })]);
  await bureau.app.idle();
  const [batch] = (await bureau.call('submissions.batches', {})).batches;
  const batchId = batch?.id ?? '';
  await bureau.app.close();
  const database = new Database(join(bureau.dataFolder, 'zubi.db'));
  database.exec("update submissions set registration_number = 'SANDBOX-1' where sequence = 2");
  database.close();
  bureau = await reopen(bureau);
  const { contentBase64 } = await bureau.call('reports.receipt', { batchId, language: 'en' });
  const words = readPdf(Buffer.from(contentBase64, 'base64')).replaceAll(/\s+/g, ' ');
  const [head] = words.split('Registration no.');
  expect(head).toContain('Do not rely on this receipt');
});

it('each number and each word above the list has one line, so that it can be copied and read', async () => {
  const bureau = await openBureau();
  await bureau.send([await bureau.put(0), await bureau.put(0, { first: 10 })]);
  await bureau.app.idle();
  const [batch] = (await bureau.call('submissions.batches', {})).batches;
  const wordsIn = async (language: 'es' | 'eu' | 'en') => {
    const order = { batchId: batch?.id ?? '', language };
    const { contentBase64 } = await bureau.call('reports.receipt', order);
    return readPdf(Buffer.from(contentBase64, 'base64'));
  };
  expect(await wordsIn('eu')).toContain('Liburua Erregistroak Zenbatekoa Emaitza');
  const words = await wordsIn('es');
  expect(words).toContain('Libro Registros Importe Resultado');
  const { submissions } = await bureau.call('submissions.list', {});
  // In the list and beside the file.
  for (const { registrationNumber } of submissions)
    expect(words.split(registrationNumber ?? '?')).toHaveLength(3);
});
