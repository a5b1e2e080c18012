import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp } from '../../../main/hosts/host.ts';
import { connectRelay } from '../../../main/hosts/relay/client.ts';
import { relayAddress, secretFile } from '../../../main/hosts/relay/place.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { command } from './run-command.ts';
import { makeFolder, type Running, startZubi } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let window: Running;
const data = () => ['--data', folder.path];
const call = async (method: string, input: unknown = {}) => {
  const ended = await command(['call', method, JSON.stringify(input), ...data()]);
  return { ...ended, value: JSON.parse(ended.stdout) };
};

async function newFolder(): Promise<void> {
  folder = await makeFolder();
}

async function end(): Promise<void> {
  window?.kill('SIGKILL');
  await window?.ended;
  await folder.remove();
}

async function openWindow(): Promise<void> {
  window = startZubi(['serve', '--no-open', '--sandbox', ...data()]);
  await window.firstLine();
}

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const stranger = { taxId: companyTaxId('B', 9_700_001), name: 'Ezezaguna SL' };
const received = (firstRecord: number, taxpayer = company) =>
  makeDocument('240-received', { seed: 3, records: 1, firstRecord, taxpayer });

async function createCompany(): Promise<void> {
  const { value: territories } = await call('territories.list');
  const bizkaia = territories.find(({ name }: { name: string }) => name === 'Bizkaia');
  const { exitCode } = await call('companies.create', {
    isIndividual: false,
    fullName: company.name,
    taxId: company.taxId,
    territoryId: bizkaia.id,
  });
  expect(exitCode).toBe(0);
}

describe('a command while a window is open', () => {
  beforeAll(async () => {
    await newFolder();
    await openWindow();
    await createCompany();
  });
  afterAll(end);
  const listed = async (): Promise<string[]> => {
    const { value } = await call('submissions.worklist');
    return value.files.map(({ name }: { name: string }) => name);
  };

  it('changes and sends through the process of the window, and waits for the end', async () => {
    const one = join(folder.path, 'one.xml');
    const two = join(folder.path, 'two.zip');
    await writeFile(one, received(0));
    await writeFile(two, makeZip([{ name: 'in/two.xml', content: received(10) }]));
    const sent = await command(['submit', one, two, '--yes', ...data()]);
    expect([sent.exitCode, sent.stderr]).toEqual([0, '']);
    expect(sent.stdout.trimEnd().split('\n').at(-1)).toBe('2 de 2 aceptados');
    const { value } = await call('submissions.list');
    expect(value.submissions.map(({ state }: { state: string }) => state)).toEqual([
      ...['accepted', 'accepted'],
    ]);
    expect((await command(['history', '--json', ...data()])).exitCode).toBe(0);
  });

  it('leaves on the list of the window what it cannot send, and says where the faults are', async () => {
    const [good, bad] = [join(folder.path, 'good.xml'), join(folder.path, 'bad.xml')];
    await writeFile(good, received(0, stranger));
    await writeFile(bad, received(10, stranger).replace(/(<ImporteTotalFactura>-?\d+)\./, '$1,'));
    await call('submissions.check', { paths: [good, bad] });
    const { exitCode, stderr } = await command(['submit', good, bad, '--yes', ...data()]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('«zubi validate ARCHIVO» muestra los fallos.');
    expect(await listed()).toEqual(expect.arrayContaining(['bad.xml', 'good.xml']));
  });

  it('takes off the list its own copy of a file that was sent before', async () => {
    const before = await listed();
    const file = join(folder.path, 'one.xml');
    expect((await command(['submit', file, '--yes', ...data()])).exitCode).toBe(1);
    expect(await listed()).toEqual(before);
  });

  it('works by itself again when the window was killed', async () => {
    window.kill('SIGKILL');
    await window.ended;
    const { exitCode, value } = await call('settings.set', { language: 'eu' });
    expect([exitCode, value.language]).toEqual([0, 'eu']);
  });

  it('ends with 6 when the other process cannot be reached', async () => {
    const app = await openApp({ dataFolder: folder.path, face: 'command_line' });
    const { exitCode, value } = await call('settings.set', { language: 'eu' });
    await app.close();
    expect(exitCode).toBe(6);
    expect(value).toMatchObject({ error: { code: 'data_folder_in_use' } });
  });
});

describe.skipIf(process.platform === 'win32')('another user at the socket of a window', () => {
  beforeAll(async () => {
    await newFolder();
    writeFileSync(planted(), '');
    symlinkSync(planted(), secretFile(folder.path));
    await openWindow();
  });
  afterAll(end);
  const planted = () => join(folder.path, 'planted');

  it('gets no secret through a link in its place', () => {
    expect(readFileSync(planted(), 'utf8')).toBe('');
    expect(lstatSync(secretFile(folder.path)).isFile()).toBe(true);
  });

  it.each([
    ['asks at once', ['{"id":1,"ask":"call","method":"settings.get","input":{}}']],
    ['proves itself wrongly', ['{"challenge":"a"}', `{"proof":"${'0'.repeat(64)}"}`]],
    ['sends no JSON', ['hello']],
    ['sends more than a greeting', ['x'.repeat(100_000)]],
  ])('gets nothing when it %s', async (_, lines) => {
    const address = relayAddress(folder.path) ?? '';
    const socket = connect(address);
    let told = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      told += text;
    });
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    for (const line of lines) socket.write(`${line}\n`);
    await closed;
    expect(told).not.toMatch(/language|welcome|reply/);
    expect((await call('settings.get')).exitCode).toBe(0);
  });

  it('gets nothing when it sends back the proof of the window itself', async () => {
    const [one, other] = [0, 1].map(() => connect(relayAddress(folder.path) ?? ''));
    if (!one || !other) throw new Error('no sockets');
    const closed = once(one, 'close');
    const next = async (socket: Socket) => JSON.parse(String((await once(socket, 'data'))[0]));
    one.write('{"challenge":"a"}\n');
    const { challenge } = await next(one);
    other.write(`${JSON.stringify({ challenge })}\n`);
    const { proof } = await next(other);
    let told = '';
    one.on('data', (text) => {
      told += text;
    });
    one.write(`${JSON.stringify({ proof })}\n`);
    await closed;
    other.destroy();
    expect(told).toBe('');
  });

  it('cannot read the secret, which ends with the window', async () => {
    expect(statSync(secretFile(folder.path)).mode & 0o777).toBe(0o600);
    expect(statSync(folder.path).mode & 0o077).toBe(0);
    window.kill('SIGTERM');
    await window.ended;
    expect(existsSync(secretFile(folder.path))).toBe(false);
  });
});

describe('another program at the address of a window', () => {
  beforeAll(newFolder);
  afterAll(() => folder.remove());

  it.each([
    ['says welcome at once', [{ welcome: true }]],
    ['asks for a proof and says welcome', [{ challenge: 'a' }, { welcome: true }]],
    ['proves itself wrongly', [{ proof: '0'.repeat(64), challenge: 'a' }, { welcome: true }]],
    ['answers what nobody asked', [{ id: 0, reply: { ok: true, value: {} } }]],
  ])('gets no call and no proof when it %s', async (_, lines) => {
    await writeFile(secretFile(folder.path), 'a secret');
    const told: string[] = [];
    const server = createServer((socket) => {
      socket.on('data', (text) => told.push(String(text))).on('error', () => undefined);
      socket.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    });
    server.listen(relayAddress(folder.path) ?? '');
    await once(server, 'listening');
    expect(await connectRelay(folder.path)).toBeNull();
    expect(told.join()).not.toContain('proof');
    server.close();
  });
});
