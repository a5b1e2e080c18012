import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { exe, makePdf, makePng, zips } from '../../fixtures/authorizations/documents.ts';
import { openOffice } from '../core/office.ts';
import { openEmptyHistory } from '../store/empty-history.ts';
import { openAuthorizationOffice } from './office.ts';

const pdf = makePdf({ version: '1.5' });
const other = makePdf({ version: '1.6' });
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function openDesk() {
  const office = await openOffice();
  const take = async (name: string, bytes: Uint8Array) => {
    const taken = await office.app.takeFile({ name, bytes });
    if (!taken.ok) throw new Error(`not taken: ${taken.error.code}`);
    return taken.value.fileId;
  };
  const keep = async (name: string, bytes: Uint8Array) =>
    office.call('authorizations.setTemplate', { fileId: await take(name, bytes) });
  return { ...office, take, keep };
}

describe('the authorization template', () => {
  it('is kept unchanged, opens, survives a restart, is replaced and removed', async () => {
    const desk = await openDesk();
    expect(await desk.call('authorizations.template', {})).toEqual({ template: null });
    expect((await desk.refused('authorizations.document', { template: true })).code).toBe(
      'authorization_document_unknown',
    );
    const { template } = await desk.keep('modelo.pdf', pdf);
    expect(template).toMatchObject({
      name: 'modelo.pdf',
      sizeBytes: pdf.length,
      sha256: sha256Of(pdf),
    });
    expect(desk.events).toContainEqual({ name: 'settings.changed', payload: {} });
    expect(readdirSync(join(desk.dataFolder, 'incoming'))).toEqual([]);

    const again = await desk.restart();
    expect(await again.call('authorizations.template', {})).toEqual({ template });
    const opened = await again.call('authorizations.document', { template: true });
    expect(opened).toMatchObject({
      name: 'modelo.pdf',
      mediaType: 'application/pdf',
      sha256: sha256Of(pdf),
    });
    expect(Buffer.from(opened.contentBase64, 'base64')).toEqual(pdf);
    expect(await again.call('authorizations.removeTemplate', {})).toEqual({ template: null });
    expect(await again.call('authorizations.template', {})).toEqual({ template: null });
    await again.app.close();
    expect(documentsIn(desk.dataFolder)).toEqual([]);
  });

  it('is deleted when it is replaced, unless something else refers to it', async () => {
    const office = await openAuthorizationOffice();
    await office.upload('carta.pdf', pdf);
    for (const bytes of [pdf, other, pdf]) {
      await office.call('authorizations.setTemplate', {
        fileId: await office.take('modelo.pdf', bytes),
      });
    }
    await office.call('authorizations.setTemplate', {
      fileId: await office.take('modelo.pdf', pdf),
    });
    await office.call('authorizations.removeTemplate', {});
    await office.app.close();
    expect(documentsIn(office.dataFolder)).toEqual([sha256Of(pdf)]);
  });

  it.each([
    ['a program named .pdf', 'modelo.pdf', exe, 'template_not_pdf'],
    ['a polyglot', 'modelo.pdf', Buffer.concat([pdf, zips.full]), 'document_ambiguous'],
    ['a PDF cut short', 'modelo.pdf', pdf.subarray(0, pdf.length - 20), 'document_damaged'],
    ['a picture', 'modelo.png', makePng(), 'template_not_pdf'],
  ] as const)(
    'is refused when it is %s, and the former one stays',
    async (_, name, bytes, code) => {
      const desk = await openDesk();
      const kept = await desk.keep('bueno.pdf', other);
      const fileId = await desk.take(name, bytes);
      expect((await desk.refused('authorizations.setTemplate', { fileId })).code).toBe(code);
      expect(await desk.call('authorizations.template', {})).toEqual(kept);
    },
  );

  it('is included in the copies of the history', async () => {
    const desk = await openDesk();
    const { template } = await desk.keep('modelo.pdf', pdf);
    const { id } = await desk.call('backup.create', {});
    await desk.keep('otro.pdf', other);
    await desk.call('backup.restore', { id });
    expect(await desk.call('authorizations.template', {})).toEqual({ template });
  });
});

function documentsIn(dataFolder: string): unknown[] {
  const database = openConnection(join(dataFolder, 'zubi.db'), { mustExist: true });
  try {
    return database.prepare('select sha256 from documents').pluck().all();
  } finally {
    database.close();
  }
}

it('a history has one template at most, and keeps its document', async () => {
  const { database } = await openEmptyHistory();
  database.exec(
    `insert into documents values ('${'f'.repeat(64)}', 3, x'010203', '2026-01-01T00:00:00Z')`,
  );
  const insert = (id: number) =>
    database.exec(
      `insert into authorization_template values (${id}, 'a.pdf', 3, '${'f'.repeat(64)}', 'now')`,
    );
  insert(1);
  expect(() => insert(2)).toThrow(/CHECK/);
  expect(() => database.exec('delete from documents')).toThrow(/FOREIGN KEY/);
});
