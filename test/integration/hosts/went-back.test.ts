import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stateFolderOf } from '../../fixtures/state-folder.ts';
import { openPractisingOffice } from '../core/office.ts';
import { command } from './run-command.ts';

/** A practising office that is closed, with three sample files beside it. */
async function prepare() {
  const office = await openPractisingOffice();
  const { files } = await office.call('submissions.addSamples', {});
  const folder = mkdtempSync(join(tmpdir(), 'zubi-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths: string[] = [];
  for (const { id, name } of files) {
    const { contentBase64 } = await office.call('submissions.fileContent', { fileId: id });
    paths.push(join(folder, name));
    writeFileSync(join(folder, name), Buffer.from(contentBase64, 'base64'));
  }
  await office.call('submissions.discard', { fileIds: files.map(({ id }) => id) });
  await office.app.close();
  return { dataFolder: office.dataFolder, folder, paths };
}

it('T4: `zubi submit` says that the history went back, sends nothing and ends with 1', async () => {
  const { dataFolder, folder, paths } = await prepare();
  const [first = '', second = '', third = ''] = paths;
  const env = { ZUBI_STATE: stateFolderOf(dataFolder) };
  const submit = (path: string) =>
    command(['submit', path, '--yes', '--data', dataFolder], { env });
  expect((await submit(first)).exitCode).toBe(0);
  cpSync(dataFolder, join(folder, 'kept'), { recursive: true });
  expect((await submit(second)).exitCode).toBe(0);
  rmSync(dataFolder, { recursive: true });
  cpSync(join(folder, 'kept'), dataFolder, { recursive: true });

  const refused = await submit(third);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toMatch(
    /Zubi sabe que el historial llegaba más lejos.*\(history_went_back\)/,
  );
  const listed = await command(['history', '--json', '--data', dataFolder], { env });
  expect(listed.exitCode).toBe(0);
  expect(JSON.parse(listed.stdout)).toHaveLength(1);

  const input = JSON.stringify({ note: 'Copia de ayer' });
  const called = ['call', 'history.continue', '-', '--data', dataFolder];
  expect((await command(called, { env, input })).exitCode).toBe(0);
  expect((await submit(third)).exitCode).toBe(0);
});

it('a state folder that cannot be written stops no sending, and is reported', async () => {
  const { dataFolder, folder, paths } = await prepare();
  // A file stands where the folder would be made.
  writeFileSync(join(folder, 'occupied'), '');
  const env = { ZUBI_STATE: join(folder, 'occupied', 'state') };
  const ended = await command(['submit', paths[0] ?? '', '--yes', '--data', dataFolder], { env });
  expect([ended.exitCode, ended.stderr]).toEqual([0, '']);
  const chain = await command(['call', 'history.chain', '--data', dataFolder], { env });
  expect(JSON.parse(chain.stdout)).toMatchObject({ question: null, isNotedOutside: false });
});

it('a file that only the history set aside has is not said to be in the history', async () => {
  const office = await openPractisingOffice();
  const { id } = await office.call('backup.create', {});
  const { files } = await office.call('submissions.addSamples', {});
  const [file = ''] = files.map((sample) => sample.id);
  const { contentBase64 } = await office.call('submissions.fileContent', { fileId: file });
  await office.call('submissions.send', { fileIds: [file] });
  await office.app.idle();
  await office.call('backup.restore', { id });
  await office.app.close();
  const env = { ZUBI_STATE: stateFolderOf(office.dataFolder) };
  const submit = ['submit', '-', '--yes', '--data', office.dataFolder];
  const input = Buffer.from(contentBase64, 'base64');
  const { exitCode, stderr } = await command(submit, { env, input });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('solo está en un historial apartado, no en el actual.');
  expect(stderr).not.toContain('ya está en el historial');
});
