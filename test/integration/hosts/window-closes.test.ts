import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companies, openBureau } from '../outbox/bureau.ts';
import { startZubi } from './run-zubi.ts';

/** A window of an office, and a command of the same folder beside it. */
async function openBeside() {
  const bureau = await openBureau();
  const [territory] = await bureau.call('territories.list', {});
  await bureau.app.close();
  const data = ['--data', bureau.dataFolder];
  const window = startZubi(['serve', '--no-open', ...data]);
  onTestFinished(() => window.kill('SIGKILL'));
  await window.firstLine();
  const start = (...args: string[]) => {
    const running = startZubi([...args, ...data]);
    onTestFinished(() => running.kill('SIGKILL'));
    return running;
  };
  return { bureau, territoryId: territory?.id, window, start };
}

/** Two files of one company are sent; waits until the first is on its way, the second queued. */
async function submitTwo({ bureau, start }: Awaited<ReturnType<typeof openBeside>>) {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-closes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = ['first.xml', 'second.xml'].map((name, index) => {
    const path = join(folder, name);
    const parts = { seed: 7, records: 1, firstRecord: 10 * index };
    const [taxpayer] = companies;
    writeFileSync(path, makeDocument('240-received', { ...parts, ...(taxpayer && { taxpayer }) }));
    return path;
  });
  const command = start('submit', ...paths, '--yes', '--json');
  const arrived = async () => (await bureau.sandbox.reached()).size;
  await expect.poll(arrived, { timeout: 60_000 }).toBe(1);
  return async () => {
    const { exitCode, stdout } = await command.ended;
    const { submissions } = JSON.parse(stdout) as {
      submissions: { file: string; state: string }[];
    };
    return [exitCode, ...submissions.map(({ file, state }) => `${file} ${state}`)];
  };
}

it('a command hears how its file ended when the window closes meanwhile', async () => {
  const beside = await openBeside();
  await beside.bureau.sandbox.plan([{ kind: 'delay', ms: 2000 }]);
  const end = await submitTwo(beside);
  beside.window.kill('SIGTERM');
  expect(await end()).toEqual([5, 'first.xml accepted', 'second.xml queued']);
});

it('when the window is killed, a command reads how far its files came; one without files says that the window closed', async () => {
  const beside = await openBeside();
  const { bureau, territoryId, window, start } = beside;
  await bureau.sandbox.plan([
    { kind: 'delay', ms: 60_000 },
    { kind: 'delay', ms: 60_000, on: 'company' },
  ]);
  const end = await submitTwo(beside);
  const input = { isIndividual: false, taxId: 'A99800476', fullName: 'Lantegiak', territoryId };
  const command = start('call', 'companies.create', JSON.stringify(input));
  const atService = async () => {
    const headers = { 'X-Service-UserApiKey': bureau.sandbox.userApiKey };
    return (await fetch(`${bureau.sandbox.baseUrl}/sandbox/state`, { headers })).text();
  };
  await expect.poll(atService, { timeout: 60_000 }).toContain('A99800476');
  window.kill('SIGKILL');
  expect(await end()).toEqual([5, 'first.xml unknown', 'second.xml queued']);
  const { exitCode, stderr } = await command.ended;
  expect(exitCode).toBe(1);
  expect(stderr).toContain('La ventana de Zubi se ha cerrado antes de que terminara la orden.');
});
