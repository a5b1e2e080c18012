import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  olderArchive,
  passphrase,
  unpackOlderFolder,
} from '../../fixtures/older-data/older-data.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from '../core/office.ts';
import { sentBefore } from '../core/sent-before.ts';

const told = { code: 'database_older', details: { version: 19, supported: 37 } };

it('a data folder of version 19 opens in recovery, is set aside whole and can be looked at', async () => {
  const folder = unpackOlderFolder();
  const path = join(folder, 'zubi.db');
  const before = readFileSync(path);
  const office = await openOffice({ dataFolder: folder });
  expect((await office.call('app.status', {})).recovery).toEqual({
    code: 'database_older',
    cause: 'version 19',
    newestCopy: null,
  });
  expect(await office.refused('submissions.list', {})).toEqual(told);
  expect(readFileSync(path).equals(before), 'nothing is changed until a person says so').toBe(true);

  const { setAside, leftAside } = await office.call('backup.restore', { id: 'new' });
  expect([setAside, leftAside]).toEqual([expect.stringMatching(/^set-aside-/), 10]);
  expect(readFileSync(join(folder, 'backups', setAside ?? '', 'zubi.db')).equals(before)).toBe(
    true,
  );
  expect((await office.call('app.status', {})).recovery).toBeUndefined();
  expect((await office.call('submissions.list', {})).total).toBe(0);
  const { backups } = await office.call('backup.list', {});
  expect(backups).toMatchObject([
    { kind: 'set_aside', submissions: 10, companies: 2, restorable: false, isOlder: true },
  ]);

  const { submissions, total } = await office.call('backup.leftAside', { id: setAside ?? '' });
  expect(total).toBe(10);
  expect(submissions.map(({ file, state }) => [file, state]).slice(0, 5)).toEqual([
    ['cancelado.xml', 'cancelled'],
    ['en-cola.xml', 'queued'],
    ['sin-respuesta.xml', 'unknown'],
    ['noviembre-otra-vez.xml', 'rejected'],
    ['octubre-otra-vez.xml', 'partially_accepted'],
  ]);
  const again = await office.restart();
  expect((await again.call('app.status', {})).recovery).toBeUndefined();
});

it('a document sent by the history set aside needs confirmation before it is sent again', async () => {
  const folder = unpackOlderFolder();
  // Its companies are there already; a fresh one takes the samples' companies.
  rmSync(join(folder, 'sandbox'), { recursive: true });
  const office = await openOffice({ dataFolder: folder });
  await office.call('backup.restore', { id: 'new' });
  await office.call('connection.useSandbox', {});
  const { files } = await office.call('submissions.addSamples', {});
  await office.call('submissions.discard', { fileIds: files.map(({ id }) => id) });
  const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
  const sent = makeDocument('240-received', { seed: 1, records: 3, taxpayer });
  const file = await office.drop('octubre.xml', sent);
  expect(await sentBefore(office, file.id)).toHaveLength(1);
});

/** Hands an archive over and restores it; returns the refusal. */
async function refuseArchive(office: Office, kind: 'open' | 'sealed') {
  const bytes = readFileSync(olderArchive(kind));
  const taken = await office.app.takeFile({ name: 'kopia.zubi-backup', bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  const seal = kind === 'sealed' ? { passphrase } : {};
  return office.refused('backup.restore', { fileId: taken.value.fileId, ...seal });
}

it.each(['open', 'sealed'] as const)(
  'an archive of version 19 is reported and changes nothing: %s',
  async (kind) => {
    const office = await openOffice();
    await office.call('settings.set', { officeName: 'Gurea' });
    expect(await refuseArchive(office, kind)).toEqual(told);
    expect((await office.call('settings.get', {})).officeName).toBe('Gurea');
    expect((await office.call('connection.get', {})).environment).toBe('none');
    expect(readdirSync(office.dataFolder)).not.toContain('restore');
    expect((await office.call('backup.list', {})).backups).toEqual([]);
  },
);

it('the command line reports version 19 in a sentence, with the exit code of a call not carried out', () => {
  const cli = new URL('../../../main/hosts/cli/main.ts', import.meta.url).href;
  const script = `process.exitCode = await (await import('${cli}')).runCli(process.argv.slice(1))`;
  const folder = unpackOlderFolder();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['-e', script, '--', '--data', folder, ...args], {
      encoding: 'utf8',
    });
  const history = run('history', '--lang', 'es');
  expect([history.status, history.stdout]).toEqual([2, '']);
  expect(history.stderr).toContain('El historial lo escribió una versión de prueba de Zubi');
  expect(history.stderr).toContain('(database_older)');
  const call = run('call', 'submissions.list', '{}');
  expect([call.status, JSON.parse(call.stdout)]).toEqual([1, { error: told }]);
});
