import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayOf } from '../../../contract/formats.ts';
import { recordResultSchema, submissionSchema } from '../../../contract/submission.ts';
import { type OutsideSandbox, startOutsideSandbox } from '../../crash/desk.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { defaultTaxpayers, makeDocument } from '../../fixtures/validator/make-document.ts';
import { command } from './run-command.ts';
import { makeFolder, startZubi, zubi } from './run-zubi.ts';

const sent = z.strictObject({
  submissions: z.array(
    submissionSchema.extend({ path: z.string(), faultyRecords: z.array(recordResultSchema) }),
  ),
  notSent: z.array(
    z.strictObject({
      file: z.string(),
      code: z.string(),
      details: z.object({}).loose(),
      message: z.string().min(1),
    }),
  ),
});

const certificateKey = 'certificate-key-planted-canary-1';
let folder: Awaited<ReturnType<typeof makeFolder>>;
let sandbox: OutsideSandbox;
const at = (...names: string[]) => join(folder.path, ...names);
const data = () => ['--data', at('data')];

beforeAll(async () => {
  folder = await makeFolder();
  sandbox = await startOutsideSandbox(shareValidator());
  await writeFile(at('first.xml'), makeDocument('240-received', { seed: 1, records: 2 }));
  await writeFile(
    at('second.xml'),
    makeDocument('240-received', { seed: 2, records: 1, firstRecord: 50 }),
  );
  await writeFile(at('stranger.xml'), makeDocument('140-with-invoice', { seed: 3, records: 1 }));
  await writeFile(at('broken.xml'), '<lroe:Broken');
});
afterAll(async () => {
  await sandbox.close();
  await rm(sandbox.folder, { recursive: true, force: true });
  await folder.remove();
});

async function call(
  method: string,
  input: unknown,
  { said = '' }: { said?: unknown } = {},
): Promise<unknown> {
  const ended = await command(['call', method, '-', ...data()], { input: JSON.stringify(input) });
  expect(ended.stderr).toEqual(said);
  return JSON.parse(ended.stdout);
}

async function submitAgain(...options: string[]) {
  const ended = await command([
    'submit',
    at('first.xml'),
    '--json',
    '--yes',
    ...options,
    ...data(),
  ]);
  return { ...ended, value: sent.parse(JSON.parse(ended.stdout)) };
}

async function submit(files: string[], run = command) {
  const ended = await run(['submit', ...files, '--json', '--yes', ...data()]);
  return { ...ended, value: sent.parse(JSON.parse(ended.stdout)) };
}

// One story in the order a person would go: each part needs the one before.
describe('the main job on the command line', () => {
  it('sets the connection, with its keys from standard input', async () => {
    const softwareGarante = {
      holds: true,
      taxId: 'B00000034',
      license: 'L-1',
      name: 'Zubi',
      version: '1.0',
    };
    const { baseUrl, userApiKey } = sandbox;
    const input = { baseUrl, userApiKey, certificateKey, softwareGarante };
    // Where no keyring protects the keys it is reported, once.
    const notice = expect.stringMatching(/^(?:zubi: .*ZUBI_PASSPHRASE.*\n)?$/);
    const connection = await call('connection.set', input, { said: notice });
    expect(connection).toMatchObject({ baseUrl: sandbox.baseUrl, userApiKey: { present: true } });
    expect(JSON.stringify(connection)).not.toContain(sandbox.userApiKey);
    expect(await call('territories.list', {})).toContainEqual({
      id: expect.any(String),
      name: 'Bizkaia',
    });
  });

  it('sends nothing for an unknown company', async () => {
    const { exitCode, value } = await submit([at('first.xml')]);
    expect(exitCode).toBe(1);
    expect(value).toMatchObject({
      submissions: [],
      notSent: [{ file: at('first.xml'), code: 'company_unknown' }],
    });
  });

  it('sends valid files and reports the faults of the others', async () => {
    const territories = z
      .array(z.object({ id: z.string(), name: z.string() }))
      .parse(await call('territories.list', {}));
    const bizkaia = territories.find(({ name }) => name === 'Bizkaia');
    const { taxId, name } = defaultTaxpayers['240'];
    await call('companies.create', {
      isIndividual: false,
      fullName: name,
      taxId,
      territoryId: bizkaia?.id,
    });
    const files = ['first.xml', 'stranger.xml', 'broken.xml', 'gone.xml', 'second.xml'].map(
      (each) => at(each),
    );
    const { exitCode, value } = await submit(files, zubi);
    expect(exitCode).toBe(3);
    expect(value.submissions.map(({ file, state }) => [file, state])).toEqual([
      ['first.xml', 'accepted'],
      ['second.xml', 'accepted'],
    ]);
    expect(Object.fromEntries(value.notSent.map(({ file, code }) => [file, code]))).toEqual({
      [at('stranger.xml')]: 'company_unknown',
      [at('broken.xml')]: 'file_not_valid',
      [at('gone.xml')]: 'file_not_found',
    });
    const arrived = [...(await sandbox.reached()).keys()].sort();
    expect(arrived).toEqual(value.submissions.map(({ sha256 }) => sha256).sort());
  });

  it('does not send the same document twice without confirmation', async () => {
    const { exitCode, value } = await submit([at('first.xml')]);
    expect([exitCode, value.submissions]).toEqual([1, []]);
    expect(value.notSent).toMatchObject([{ file: at('first.xml'), code: 'already_sent' }]);
    const inWords = await command(['submit', at('first.xml'), '--yes', ...data()]);
    expect(inWords.exitCode).toBe(1);
    expect(inWords.stderr).toMatch(/first\.xml: .+ \(already_sent\)/);
    expect(inWords.stderr).toContain('--allow-duplicates');
  });

  it('ends with 0 when all are accepted, in words too, whatever else the folder has', async () => {
    await mkdir(at('quarter'));
    await writeFile(
      at('quarter', 'third.xml'),
      makeDocument('240-received', { seed: 4, records: 1, firstRecord: 90 }),
    );
    const ticket = '<T:TicketBai xmlns:T="urn:ticketbai:emision"/>';
    await writeFile(at('quarter', 'ticket.xml'), ticket);
    const submitted = await command(['submit', at('quarter'), '--yes', ...data()]);
    const { exitCode, stdout, stderr } = submitted;
    expect(exitCode).toBe(0);
    expect(stderr).toContain('ticket.xml: no se envía desde aquí\n');
    expect(stdout).toMatch(/third\.xml: aceptado/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 de 1 aceptado');
  });

  it('asks before it sends, and sends nothing without a terminal', async () => {
    const { exitCode, stdout, stderr } = await command([
      'submit',
      at('quarter', 'third.xml'),
      ...data(),
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--yes');
  });

  it('says until when nothing is sent, and withdraws the unsent files when it is ended', async () => {
    const faults = [{ kind: 'status', status: 429, retryAfter: 1800 }];
    await sandbox.plan(faults);
    await writeFile(
      at('later.xml'),
      makeDocument('240-received', { seed: 5, records: 1, firstRecord: 120 }),
    );
    const running = startZubi(['submit', at('later.xml'), '--yes', ...data()]);
    await expect
      .poll(running.complaints, { timeout: 60_000 })
      .toMatch(/No se envía nada más hasta \d{1,2} \p{L}+ \d{4}, \d\d:\d\d/u);
    running.kill('SIGINT');
    const { exitCode, stdout, stderr } = await running.ended;
    expect([exitCode, stderr.split('\n').length]).toEqual([1, 2]);
    expect(stdout).toMatch(/later\.xml: cancelado antes de enviarse/);
  });

  it('has everything in the history, the newest first', async () => {
    const { exitCode, stdout } = await command(['history', '--json', ...data()]);
    const history = z.array(submissionSchema).parse(JSON.parse(stdout));
    expect(exitCode).toBe(0);
    expect(history.map(({ file }) => file).toSorted()).toEqual([
      ...['first.xml', 'later.xml', 'second.xml', 'third.xml'],
    ]);
    expect(history.map(({ file }) => file).slice(0, 2)).toEqual(['later.xml', 'third.xml']);
    const lines = (await command(['history', ...data()])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(
      /^\d{1,2} \p{L}+ \d{4}, \d\d:\d\d · aceptado · Zubialde Tresneria S\.L\. · 240, facturas recibidas: alta · 1 registro · third\.xml/u,
    );
  });

  it('takes files by path in a call, and waits for the files it queued', async () => {
    await writeFile(
      at('fourth.xml'),
      makeDocument('240-received', { seed: 5, records: 1, firstRecord: 120 }),
    );
    const checked = z
      .object({
        files: z.array(z.object({ id: z.string(), judged: z.object({ verdict: z.string() }) })),
      })
      .parse(await call('submissions.check', { paths: [at('fourth.xml')] }));
    expect(checked.files).toMatchObject([{ judged: { verdict: 'valid' } }]);
    await call('submissions.send', { fileIds: checked.files.map(({ id }) => id) });
    expect(await call('submissions.list', { limit: 1 })).toMatchObject({
      submissions: [{ file: 'fourth.xml', state: 'accepted' }],
    });
  });

  it('sends a document again with --allow-duplicates, and names each record that was refused', async () => {
    const again = ['submit', at('first.xml'), '--yes', '--allow-duplicates', ...data()];
    const { exitCode, stdout } = await command(again);
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/^ {2}registro 1 · \S+ · no anotado · B4_\d+ · .+$/m);
    const { value, ...json } = await submitAgain('--allow-duplicates');
    expect(json.exitCode).toBe(4);
    expect(value.submissions[0]?.faultyRecords).toHaveLength(2);
  });

  it('ends with 5 when the outcome is unknown, and says why', async () => {
    await sandbox.plan([{ kind: 'drop_after' }]);
    const lost = makeDocument('240-received', { seed: 6, records: 1, firstRecord: 150 });
    await writeFile(at('lost.xml'), lost);
    const ended = await command(['submit', at('lost.xml'), '--yes', ...data()]);
    expect(ended.exitCode).toBe(5);
    expect(ended.stdout).toContain(
      'lost.xml: resultado desconocido: puede haber llegado\n  Se ha cortado la conexión. ',
    );
    expect(ended.stdout).toMatch(
      /panel del servicio si consta antes de repetirlo.* \(connection_lost\)\n/,
    );
  });

  it('prints a part of the history', async () => {
    const print = (...filter: string[]) => command(['history', '--json', ...filter, ...data()]);
    const list = async (...filter: string[]) =>
      z.array(submissionSchema).parse(JSON.parse((await print(...filter)).stdout));
    expect((await list('--state', 'unknown')).map(({ file }) => file)).toEqual(['lost.xml']);
    expect(await list('--limit', '2')).toHaveLength(2);
    expect((await list('--text', 'third')).map(({ file }) => file)).toEqual(['third.xml']);
    expect(await list('--model', '140')).toEqual([]);
    const all = await list();
    const day = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000));
    expect(await list('--from', day(0), '--to', day(0))).toEqual(all);
    expect([await list('--to', day(-1)), await list('--from', day(1))]).toEqual([[], []]);
    expect(await list('--connection', all[0]?.connection ?? '')).toEqual(all);
    expect(await list('--connection', 'another')).toEqual([]);
    expect(await print('--from', '2026-02-31')).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('leaves no key unsealed in any file', async () => {
    for (const entry of await readdir(at('data'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      for (const secret of [certificateKey, sandbox.userApiKey]) {
        expect(bytes.includes(secret), entry.name).toBe(false);
        expect(
          bytes.includes(Buffer.from(secret).toString('base64').slice(0, -4)),
          entry.name,
        ).toBe(false);
      }
    }
  });

  it('tells files of the same name apart by their folders', async () => {
    const paths = ['one', 'two'].map((folder) => at(folder, 'same.xml'));
    for (const [index, path] of paths.entries()) {
      await mkdir(dirname(path));
      const parts = { seed: 7, records: 1, firstRecord: 140 + index };
      await writeFile(path, makeDocument('240-received', parts));
    }
    const { value } = await submit(paths);
    expect(value.submissions.map(({ file, path }) => [file, path])).toEqual(
      paths.map((path) => ['same.xml', path]),
    );
  });
});
