import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { connectionTo } from '../../fixtures/connection-to.ts';
import type { Office } from '../core/office.ts';
import { lantegiak, openConnectedOffice, openLine } from './relay.ts';
import { take } from './take.ts';

describe('the source of a table', () => {
  it.skipIf(process.platform === 'win32')(
    'is a file: a pipe or a device is refused at once',
    async () => {
      const { office } = await openConnectedOffice();
      const pipe = join(office.dataFolder, 'pipe.csv');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, '/dev/zero', office.dataFolder]) {
        const taken = await office.app.takeFile({ name: 'tabla.csv', path });
        if (!taken.ok) throw new Error(taken.error.code);
        const { code, details } = await office.refused('companies.importPreview', {
          fileId: taken.value.fileId,
        });
        expect([code, details]).toEqual([
          'file_unreadable',
          { cause: 'not_a_file', name: 'tabla.csv' },
        ]);
      }
    },
  );

  it('takes no more memory than the limit, whatever size the system reported', async () => {
    const { office } = await openConnectedOffice();
    const path = join(office.dataFolder, 'grows.csv');
    writeFileSync(path, 'NIF\n');
    const taken = await office.app.takeFile({ name: 'tabla.csv', path });
    if (!taken.ok) throw new Error(taken.error.code);
    truncateSync(path, 20 * 1024 * 1024 + 1);
    expect(
      await office.refused('companies.importPreview', { fileId: taken.value.fileId }),
    ).toMatchObject({
      code: 'import_too_large',
      details: { what: 'file' },
    });
  });
});

/** Whether any file of the data folder has this text, in any of the encodings of a table. */
function liesInClear(dataFolder: string, text: string): string[] {
  const wanted = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  const names = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    const path = join(dataFolder, name);
    if (!statSync(path).isFile()) return false;
    const bytes = readFileSync(path);
    return wanted.some((each) => bytes.includes(each));
  });
}

describe('a table with keys, given as bytes', () => {
  const key = 'planted-import-key-9';
  const text = `NIF;Empresa;Territorio;Id;Clave API\nA99800476;Lantegiak;Bizkaia;svc-9;${key}\n`;
  const tables = [
    ['tabla.csv', Buffer.from(text)],
    ['con marca.csv', Buffer.from(`\uFEFF${text}`)],
    ['sin nombre', Buffer.from(text.replaceAll(';', '\t'))],
    ['ancha.txt', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ] as const;

  it.each(tables)('is never stored unencrypted on disk: %s', async (name, bytes) => {
    const { office } = await openConnectedOffice();
    const inClear = () => liesInClear(office.dataFolder, key);
    const take = async () => {
      const taken = await office.app.takeFile({ name, bytes });
      if (!taken.ok) throw new Error(taken.error.code);
      return { fileId: taken.value.fileId };
    };
    const taken = await take();
    expect(inClear()).toEqual([]);
    await office.call('companies.importPreview', taken);
    expect(inClear()).toEqual([]);
    expect(await office.call('companies.importFile', taken)).toMatchObject({ registered: 1 });
    expect(inClear()).toEqual([]);
    // Dropped on the worklist by mistake, and discarded.
    const dropped = await take();
    const { files } = await office.call('submissions.check', { fileIds: [dropped.fileId] });
    expect(files[0]?.judged).toMatchObject({ verdict: 'unreadable' });
    expect(inClear()).toEqual([]);
    await office.call('submissions.discard', { fileIds: [dropped.fileId] });
    expect((await office.refused('companies.importPreview', dropped)).code).toBe('file_unknown');
  });
});

it('two previews of one file at the same time both read it', async () => {
  const { office } = await openConnectedOffice();
  const fileId = await take(office, 'a.csv', 'NIF;Nombre;Territorio\nA99800476;Uno SA;Bizkaia\n');
  const both = [1, 2].map(() => office.call('companies.importPreview', { fileId }));
  expect((await Promise.all(both)).map(({ rows }) => rows.length)).toEqual([1, 1]);
});

it('an import asks the service that was in force when it began', async () => {
  const { office } = await openConnectedOffice();
  const { id } = await office.call('connection.get', {});
  const other = await openLine();
  await office.call('connection.add', connectionTo(other));
  const { id: otherId } = await office.call('connection.get', {});
  await office.call('connection.use', { id: id ?? '' });
  const fileId = await take(office, 'a.csv', 'NIF;Nombre;Territorio\nA99800476;Uno SA;Bizkaia\n');
  other.territories = new Promise(() => undefined);
  const imported = office.call('companies.importFile', { fileId });
  await office.call('connection.use', { id: otherId ?? '' });
  expect(await imported).toMatchObject({ drafts: 1 });
  await office.call('connection.use', { id: id ?? '' });
  expect((await office.call('companies.list', {})).total).toBe(1);
});

describe('a key of another company here', () => {
  it.each([
    ['planted-import-key-1', false],
    ['short-key', false],
    // As the list is where the vault was locked when it was made.
    ['planted-import-key-1', true],
  ])(
    'is not given to a second one: %s, its last characters forgotten: %s',
    async (key, isForgotten) => {
      const { office } = await openConnectedOffice();
      const importOf = async (taxId: string, serviceId: string) => {
        const text = `NIF;Empresa;Territorio;Id;Clave API\n${taxId};Lantegiak;Bizkaia;${serviceId};${key}\n`;
        const taken = await office.app.takeFile({ name: 'tabla.csv', bytes: Buffer.from(text) });
        if (!taken.ok) throw new Error(taken.error.code);
        return { fileId: taken.value.fileId };
      };
      await office.call('companies.importFile', await importOf('A99800476', 'svc-1'));
      if (isForgotten) {
        const history = new Database(join(office.dataFolder, 'zubi.db'));
        history.prepare('update companies set key_last4 = null').run();
        history.close();
      }
      const { rows } = await office.call(
        'companies.importPreview',
        await importOf('B95123451', 'svc-2'),
      );
      expect(rows[0]?.faults.map(({ code }) => code)).toEqual(['key_taken']);
    },
  );
});

/**
 * From now on no transaction that writes a company can be committed: SQLite checks a dangling
 * reference at the commit.
 */
const failAtCommit = `
  create table planted (id text references companies (id) deferrable initially deferred);
  create trigger planted_fault after insert on companies begin insert into planted values ('nobody'); end;
  create trigger planted_too after update on companies begin insert into planted values ('nobody'); end`;

const keysOf = ({ dataFolder }: Office): string[] =>
  Object.keys(JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')).entries).filter(
    (name) => name.startsWith('company'),
  );

function change({ dataFolder }: Office, statements: string): void {
  const history = new Database(join(dataFolder, 'zubi.db'));
  history.exec(statements);
  history.close();
}

it('a table that cannot be committed adds no companies or keys, and can be imported later', async () => {
  const { office } = await openConnectedOffice();
  const text =
    'NIF;Empresa;Territorio;Id;Clave API\nA99800476;Lantegiak;Bizkaia;svc-1;planted-import-key-1\n';
  const taken = await office.app.takeFile({ name: 'tabla.csv', bytes: Buffer.from(text) });
  if (!taken.ok) throw new Error(taken.error.code);
  change(office, failAtCommit);
  await office.refused('companies.importFile', { fileId: taken.value.fileId });
  expect([(await office.call('companies.list', {})).total, keysOf(office)]).toEqual([0, []]);
  change(office, 'drop trigger planted_fault');
  expect(await office.call('companies.importFile', { fileId: taken.value.fileId })).toMatchObject({
    registered: 1,
  });
  expect(keysOf(office)).toHaveLength(1);
});

it('a key that was recovered meanwhile stays when a table cannot be committed', async () => {
  const { office } = await openConnectedOffice();
  const { serviceId, taxId } = await office.call('companies.create', lantegiak);
  // As the row is until the key's recovery is written.
  change(office, 'update companies set key_stored = 0');
  const text = `NIF;Empresa;Id;Clave API\n${taxId};Lantegiak;${serviceId};planted-import-key-1\n`;
  const fileId = await take(office, 'tabla.csv', text);
  change(office, failAtCommit);
  await office.refused('companies.importFile', { fileId });
  expect(keysOf(office)).toHaveLength(1);
});
