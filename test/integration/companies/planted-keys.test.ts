import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { everythingIn, filesUnder, formsOf } from '../../fixtures/secrets/planted.ts';
import { lantegiak, openConnectedOffice } from './relay.ts';

/** Each is searched in its plain form and in the forms in which it could leak. */
const planted = [
  'planted/company+key=0123456789',
  'planted/import+key=abcdefghij',
  'planted/sheet+key=qrstuvwxyz',
];

describe('keys of companies', () => {
  it('are in no reply except that of revealKey, in no event and in no file, except sealed', async () => {
    const { office, line } = await openConnectedOffice();
    const replies: unknown[] = [];
    const call = async (method: string, input: unknown): Promise<Record<string, unknown>> => {
      const reply = await office.app.call(method, input);
      replies.push(reply);
      return reply.ok ? (reply.value as Record<string, unknown>) : {};
    };
    const take = async (name: string, bytes: Uint8Array): Promise<string> => {
      const taken = await office.app.takeFile({ name, bytes });
      if (!taken.ok) throw new Error('not taken');
      return taken.value.fileId;
    };
    line.troubles.push({
      kind: 'change',
      change: (answer) => ({ ...answer, api_key: planted[0] }),
    });
    const { id } = await call('companies.create', lantegiak);
    await call('companies.create', {
      ...lantegiak,
      taxId: 'B00000034',
      serviceId: 'x',
      apiKey: planted[0],
    });
    await call('companies.reconcile', { id, serviceId: 'other', apiKey: planted[0] });
    const csv = `NIF;Empresa;Territorio;Id;Clave\nB00000034;Bat;Bizkaia;s-1;${planted[1]}\nB00000035;Bi;Bizkaia;s-2;${planted[1]}\n`;
    const fileId = await take('a.csv', Buffer.from(csv));
    await call('companies.importPreview', { fileId });
    // A column of keys that nobody assigned.
    await call('companies.importPreview', {
      fileId,
      mapping: { columns: { taxId: 0, fullName: 1, serviceId: 3 } },
    });
    await call('companies.importFile', { fileId });
    await call('companies.importFile', { fileId, skipFaulty: true });
    const rows = [
      ['NIF', 'Empresa', 'Territorio', 'Id', 'API key'],
      ['F35999705', 'Hiru', 'Bizkaia', 's-3', planted[2] ?? ''],
    ];
    const sheetId = await take('a.xlsx', await writeXlsx({ sheets: [{ name: 'a', rows }] }));
    await call('companies.importPreview', { fileId: sheetId });
    await call('companies.importFile', { fileId: sheetId });
    await call('companies.list', {});
    await call('companies.get', { id });
    await call('companies.exportFile', { format: 'csv' });
    await call('companies.exportFile', { format: 'sealed', passphrase: 'correct horse battery' });
    await call('connection.readiness', { refresh: true });
    expect(await office.call('companies.revealKey', { id: String(id) })).toEqual({
      key: planted[0],
    });
    expect((await office.call('companies.list', { filter: { hasKey: true } })).total).toBe(3);
    await office.app.close();
    const told = JSON.stringify([replies, office.events]);
    const contents = [...filesUnder(office.dataFolder)].flatMap((path) =>
      [...everythingIn(path)].map((content) => [path, content] as const),
    );
    expect(contents.map(([path]) => path).join()).toContain('zubi.log');
    for (const form of planted.flatMap(formsOf)) {
      expect(told.includes(form), `a reply holds ${form.slice(0, 12)}`).toBe(false);
      for (const [path, content] of contents) expect(content.includes(form), path).toBe(false);
    }
  });
});
