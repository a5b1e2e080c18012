import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { submissionSchema } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companies, openBureau } from '../outbox/bureau.ts';
import { command } from './run-command.ts';
import { environmentFor, startZubi } from './run-zubi.ts';

const submissions = z.array(submissionSchema.loose());

/** The data folder of an office without a window, and files of one of its companies. */
async function makeFiles(...names: string[]) {
  const bureau = await openBureau();
  await bureau.app.close();
  const folder = mkdtempSync(join(tmpdir(), 'zubi-again-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const paths = names.map((name, index) => {
    const path = join(folder, name);
    const parts = { seed: 7, records: 1, firstRecord: 10 * index };
    const [taxpayer] = companies;
    writeFileSync(path, makeDocument('240-received', { ...parts, ...(taxpayer && { taxpayer }) }));
    return path;
  });
  const data = ['--data', bureau.dataFolder];
  const submit = ['submit', ...paths, '--yes', ...data];
  return {
    sandbox: bureau.sandbox,
    paths,
    data,
    submit,
    run: (...args: string[]) => command([...args, ...data]),
  };
}

it('what a killed command left in the queue is sent by the next one, which says so', async () => {
  const { sandbox, submit, run } = await makeFiles('under-way.xml', 'queued.xml');
  await sandbox.plan([{ kind: 'delay', ms: 600_000 }]);
  const running = startZubi(submit);
  const states = async () => {
    const { stdout } = await run('history', '--json');
    return submissions.parse(JSON.parse(stdout)).map(({ file, state }) => [file, state]);
  };
  // The first to open the folder owns it; that must be the one that is killed.
  const arrived = async () => (await sandbox.reached()).size;
  await expect.poll(arrived, { timeout: 60_000 }).toBe(1);
  expect(await states()).toEqual([
    ['queued.xml', 'queued'],
    ['under-way.xml', 'sending'],
  ]);
  running.kill('SIGKILL');
  await running.ended;
  const { exitCode, stdout, stderr } = await command(submit);
  expect(stderr).toMatch(/under-way\.xml: .+ \(already_sent\)/);
  expect(stderr).toMatch(/queued\.xml: ya está en la cola/);
  expect(stdout).toMatch(/queued\.xml: aceptado/);
  expect(exitCode).toBe(3);
});

it('a document that a command names twice is sent once, and nothing says how to send it again', async () => {
  const { paths, run } = await makeFiles('first.xml');
  const copy = `${paths[0]}.copy.xml`;
  copyFileSync(paths[0] ?? '', copy);
  const both = ['submit', ...paths, copy, '--yes'];
  const sent = await run(...both);
  expect([sent.exitCode, sent.stderr]).toEqual([
    3,
    expect.stringMatching(
      /^[^\n]*copy\.xml: [^\n]*«first\.xml\.copy\.xml»[^\n]*\(file_already_queued\)\n$/,
    ),
  ]);
  const { stdout } = await run(...both, '--json');
  const codes = (JSON.parse(stdout) as { notSent: { code: string }[] }).notSent;
  expect(codes).toMatchObject([{ code: 'already_sent' }, { code: 'already_sent' }]);
});

it('what waits in a queue that a person paused is not queued twice, whatever is allowed, and stays', async () => {
  const { submit, run } = await makeFiles('paused.xml');
  await run('call', 'submissions.pause', '{}');
  const ends = [];
  for (const options of [[], ['--allow-duplicates']]) {
    const { exitCode, stdout } = await command([...submit, '--json', ...options]);
    const sent = z.object({ submissions, notSent: z.array(z.never()) }).parse(JSON.parse(stdout));
    ends.push({ exitCode, sent: sent.submissions.map(({ id, state }) => [id, state]) });
  }
  expect(ends[0]).toEqual({ exitCode: 5, sent: [[expect.any(String), 'queued']] });
  expect(ends[1]).toEqual(ends[0]);
});

it('Ctrl+C lets a call that sends hear the answer, as it does with submit', async () => {
  const { sandbox, paths, data, run } = await makeFiles('called.xml');
  const checked = await run('call', 'submissions.check', JSON.stringify({ paths }));
  const [{ id = '' } = {}] = (JSON.parse(checked.stdout) as { files: { id: string }[] }).files;
  await sandbox.plan([{ kind: 'delay', ms: 3000 }]);
  const send = ['call', 'submissions.send', JSON.stringify({ fileIds: [id] }), ...data];
  const running = startZubi(send);
  await expect.poll(async () => (await sandbox.reached()).size, { timeout: 60_000 }).toBe(1);
  running.kill('SIGINT');
  const { exitCode, stdout } = await running.ended;
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { outcome: 'queued' }]);
  const listed = await run('history', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([{ file: 'called.xml', state: 'accepted' }]);
});

it('without an answer to its question nothing is sent, and nothing stays on the list', async () => {
  const { submit, run } = await makeFiles('f.xml');
  const cli = new URL('../../../main/hosts/cli/main.ts', import.meta.url).href;
  const script = `process.stdin.isTTY = true;
    process.exitCode = await (await import('${cli}')).runCli(process.argv.slice(1))`;
  const args = ['-e', script, '--', ...submit.filter((word) => word !== '--yes')];
  const ended = spawnSync(process.execPath, args, { encoding: 'utf8', env: environmentFor() });
  expect(ended.stderr).toMatch(/^\u00bfEnviar 1 archivo\? [^\n]*\n?$/);
  expect([ended.status, ended.stdout]).toEqual([1, expect.stringContaining('0 de 1 aceptado')]);
  const { stdout } = await run('call', 'submissions.worklist');
  expect(JSON.parse(stdout)).toMatchObject({ files: [] });
});
