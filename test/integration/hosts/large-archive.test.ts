import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { serveBrowser } from '../../../main/hosts/browser/server.ts';
import { openApp } from '../../../main/hosts/host.ts';
import { createQueries, openConnection } from '../../../main/platform/db/connection.ts';
import { keepDocument } from '../../../main/platform/db/documents-table.ts';
import { clearUnfinished, stageArchive } from '../../../main/platform/files/staged-archive.ts';
import { codeOf, send } from '../../unit/browser/test-server.ts';
import { makeFolder } from './run-zubi.ts';

const MiB = 1024 * 1024;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function openFace() {
  const folder = await makeFolder();
  const app = await openApp({ dataFolder: folder.path, face: 'command_line' });
  const face = await serveBrowser({
    app,
    port: 0,
    rendererFolder: folder.path,
    open: null,
    log: quiet,
  });
  onTestFinished(async () => {
    await face.close();
    await app.close();
    await folder.remove();
  });
  const origin = `http://127.0.0.1:${face.port}`;
  const post = async (
    path: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const type = path === '/api/files' ? 'application/octet-stream' : 'application/json';
    const answer = await send(origin, 'POST', path, {
      headers: { origin, 'content-type': type, 'content-length': String(body.length), ...headers },
      body,
    });
    return JSON.parse(answer.body);
  };
  const { token } = await post('/api/session', JSON.stringify({ code: codeOf(face.url) }));
  const waiting = () => {
    const path = join(folder.path, 'incoming');
    return existsSync(path) ? readdirSync(path) : [];
  };
  return {
    app,
    dataFolder: folder.path,
    port: face.port,
    origin,
    token: String(token),
    post,
    waiting,
  };
}

/** A history with so many incompressible bytes. */
async function fill(dataFolder: string, sizeBytes: number): Promise<void> {
  const database = openConnection(join(dataFolder, 'zubi.db'), { mustExist: true });
  const bytes = randomBytes(sizeBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const document_ = { sha256, sizeBytes, gzip: gzipSync(bytes), at: '2026-11-21T09:00:00.000Z' };
  await keepDocument(createQueries(database), document_);
  database.close();
}

it('an archive larger than any document is restored over HTTP, and its upload is deleted', async () => {
  const { app, dataFolder, token, post, waiting } = await openFace();
  await fill(dataFolder, 3 * MiB);
  await app.call('settings.set', { maxFileBytes: MiB });
  const made = await app.call('backup.create', {});
  if (!made.ok) throw new Error(made.error.code);
  const [name = ''] = readdirSync(join(dataFolder, 'backups')).filter((each) =>
    each.endsWith('-backup'),
  );
  const path = join(dataFolder, 'backups', name);
  expect(statSync(path).size).toBeGreaterThan(3 * MiB);

  const headers = { 'x-zubi-token': token, 'x-zubi-name': name };
  const bring = (bytes: Buffer) =>
    post('/api/files', bytes, { ...headers, 'x-zubi-request': crypto.randomUUID() });
  const damaged = readFileSync(path);
  damaged.fill(0, 2 * MiB, 2 * MiB + 100);
  const bad = await bring(damaged);
  expect(bad.ok).toBe(true);
  const refused = await app.call('backup.restore', { fileId: bad.value.fileId });
  expect(refused).toMatchObject({ ok: false, error: { code: 'backup_damaged' } });
  expect(waiting()).toEqual([]);

  const good = await bring(readFileSync(path));
  expect(waiting()).toHaveLength(1);
  expect(await app.call('backup.restore', { fileId: good.value.fileId })).toMatchObject({
    ok: true,
  });
  expect(waiting()).toEqual([]);
});

it('an archive whose sender disconnects leaves nothing behind, and the next one is taken', async () => {
  const { port, origin, token, waiting } = await openFace();
  const socket = connect(port, '127.0.0.1');
  const lines = [
    'POST /api/files HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Origin: ${origin}`,
    'Content-Type: application/octet-stream',
    `X-Zubi-Token: ${token}`,
    'X-Zubi-Name: copia.zubi-backup',
    `X-Zubi-Request: ${crypto.randomUUID()}`,
    `Content-Length: ${1024 * MiB}`,
    '',
    'ZUBIBAK1',
  ];
  socket.write(lines.join('\r\n'));
  socket.write(Buffer.alloc(MiB));
  await expect.poll(waiting).toEqual([expect.stringMatching(/\.part$/)]);
  socket.destroy();
  await expect.poll(waiting).toEqual([]);
});

it('an archive has its own limit, and a start deletes the partial upload of a killed run', async () => {
  const { dataFolder, waiting } = await openFace();
  async function* pieces() {
    for (let index = 0; index < 5; index += 1) yield Buffer.alloc(10);
  }
  await expect(stageArchive(dataFolder, pieces(), 49)).rejects.toMatchObject({
    code: 'too_large',
    details: { limitBytes: 49 },
  });
  expect(waiting()).toEqual([]);
  const { path, sha256 } = await stageArchive(dataFolder, pieces(), 50);
  expect(sha256).toBe(createHash('sha256').update(Buffer.alloc(50)).digest('hex'));
  expect(statSync(path).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
  writeFileSync(`${path}-begun.part`, 'half');
  await clearUnfinished(dataFolder);
  expect(waiting().map((name) => join(dataFolder, 'incoming', name))).toEqual([path]);
});
