import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withProxy } from '../../../scripts/electron-program.mjs';
import { makeZip } from '../../fixtures/make-zip.ts';

const electron = join('node_modules', 'electron');
const { version }: { version: string } = JSON.parse(
  readFileSync(join(electron, 'package.json'), 'utf8'),
);
const asset = `electron-v${version}-${process.platform}-${process.arch}.zip`;
const program = 'a program of no use';
const archive = Buffer.from(
  makeZip([
    { name: 'electron', content: program, mode: 0o100755 },
    { name: 'version', content: version },
    { name: 'filling', content: Buffer.alloc(3_000_000, 'x'), mode: 0o100644 },
    { name: 'noise', content: createNoise(400_000) },
  ]),
);

/** Bytes that do not pack, the same each time. */
function createNoise(size: number): Buffer {
  const blocks = Array.from({ length: size / 32 }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks);
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

test('the download uses the proxy of the system or of npm, unless it is told not to', () => {
  expect(withProxy({ https_proxy: 'http://system:1', npm_config_proxy: 'http://npm:2' })).toEqual({
    https_proxy: 'http://system:1',
    npm_config_proxy: 'http://npm:2',
    ELECTRON_GET_USE_PROXY: 'true',
    HTTP_PROXY: 'http://npm:2',
    HTTPS_PROXY: 'http://system:1',
  });
  expect(withProxy({ ELECTRON_GET_USE_PROXY: '' }).ELECTRON_GET_USE_PROXY).toBe('');
});

describe.skipIf(process.platform !== 'linux')('the download of Electron', () => {
  let folder: string;
  let server: Server;
  let serve: Serve = () => undefined;
  const asked: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url?.endsWith('SHASUMS256.txt')) {
        const sum = createHash('sha256').update(archive).digest('hex');
        response.end(`${sum} *${asset}`);
        return;
      }
      asked.push(request.headers.range);
      serve(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A package of its own: the checkout's gets no made-up binary. */
  function makePackage(): string {
    folder = mkdtempSync(join(tmpdir(), 'zubi-electron-'));
    asked.length = 0;
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, 'electron'), { recursive: true });
    for (const name of ['install.js', 'package.json', 'checksums.json'])
      cpSync(join(electron, name), join(modules, 'electron', name));
    for (const name of ['@electron', '@electron-internal'])
      symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
    return join(modules, 'electron');
  }

  async function fetchInto(target: string, env: NodeJS.ProcessEnv = {}) {
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, ['scripts/fetch-electron.mjs', target, '1'], {
      env: {
        ...process.env,
        ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
        electron_config_cache: join(folder, 'cache'),
        electron_use_remote_checksums: '1',
        ...env,
      },
    });
    let said = '';
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk) => {
        said += chunk;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, said };
  }

  const whole: Serve = (_request, response) => {
    response.setHeader('content-length', archive.length);
    response.end(archive);
  };
  const part = (target: string) => join(target, `${asset}.part`);

  test('shows its progress, and unpacks', async () => {
    const target = makePackage();
    serve = whole;
    // As the hosted workflow names it: from the checkout's folder.
    const { code, said } = await fetchInto(relative(process.cwd(), target));
    expect(code).toBe(0);
    expect(said).toContain(`fetching Electron ${version}`);
    expect(said).toMatch(/Electron: 0 of 0 MB/);
    expect(readFileSync(join(target, 'dist', 'electron'), 'utf8')).toBe(program);
    expect(readFileSync(join(target, 'path.txt'), 'utf8')).toBe('electron');
    expect(existsSync(part(target))).toBe(false);
  });

  test('stops when no more data comes, and resumes from there', async () => {
    const target = makePackage();
    const half = Math.floor(archive.length / 2);
    serve = (_request, response) => {
      response.setHeader('content-length', archive.length);
      response.write(archive.subarray(0, half));
    };
    const stalled = await fetchInto(target);
    expect(stalled.code).toBe(1);
    expect(stalled.said).toContain('nothing has come for 1 seconds');
    expect(statSync(part(target)).size).toBe(half);
    serve = (request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]);
      response.writeHead(206, { 'content-length': archive.length - from });
      response.end(archive.subarray(from));
    };
    expect((await fetchInto(target)).code).toBe(0);
    expect(asked).toEqual([undefined, `bytes=${half}-`]);
    expect(readFileSync(join(target, 'dist', 'electron'), 'utf8')).toBe(program);
  });

  test('may take longer than the stall limit while data comes', async () => {
    const target = makePackage();
    serve = (_request, response) => {
      let sent = 0;
      const step = Math.ceil(archive.length / 5);
      const timer = setInterval(() => {
        response.write(archive.subarray(sent, sent + step));
        sent += step;
        if (sent < archive.length) return;
        clearInterval(timer);
        response.end();
      }, 350);
    };
    expect((await fetchInto(target)).code).toBe(0);
  });

  test('starts again when the server sends no parts, or the data so far is wrong', async () => {
    const target = makePackage();
    writeFileSync(part(target), 'left from another server');
    serve = whole;
    expect((await fetchInto(target)).code).toBe(0);
    writeFileSync(part(target), Buffer.alloc(archive.length + 1));
    rmSync(join(folder, 'cache'), { recursive: true });
    rmSync(join(target, 'dist'), { recursive: true });
    serve = (request, response) => {
      if (request.headers.range === undefined) whole(request, response);
      else response.writeHead(416).end();
    };
    expect((await fetchInto(target)).code).toBe(0);
  });

  test('reports the fault: an answer, a wrong file, no room to unpack, no server', async () => {
    const target = makePackage();
    serve = (_request, response) => response.writeHead(404).end();
    expect((await fetchInto(target)).said).toContain('the server answers 404');
    serve = (_request, response) => response.end('not what was promised');
    const wrong = await fetchInto(target);
    expect([wrong.code, existsSync(join(target, 'path.txt'))]).toEqual([1, false]);
    expect(wrong.said).toMatch(/checksum/i);
    serve = whole;
    writeFileSync(join(target, 'install.js'), 'process.exit(3)');
    const full = await fetchInto(target);
    expect([full.code, full.said]).toEqual([1, expect.stringContaining('could not be unpacked')]);
    rmSync(join(folder, 'cache'), { recursive: true });
    const nobody = await fetchInto(target, { ELECTRON_MIRROR: 'http://127.0.0.1:9/' });
    expect(nobody.said).toMatch(/could not be fetched: fetch failed: \w+/);
  });

  test('uses the configured proxy', async () => {
    const target = makePackage();
    const { port } = server.address() as AddressInfo;
    const tunnels: (string | undefined)[] = [];
    const proxy = {
      ELECTRON_GET_USE_PROXY: 'true',
      ELECTRON_MIRROR: 'http://electron.invalid/',
      HTTP_PROXY: `http://127.0.0.1:${port}`,
      NO_PROXY: '',
    };
    // One that hangs up at every request is given up like a silent one.
    expect((await fetchInto(target, proxy)).said).toContain('nothing has come for 1 seconds');
    server.on('connect', (request, socket) => {
      tunnels.push(request.url);
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
    });
    serve = whole;
    expect((await fetchInto(target, proxy)).code).toBe(0);
    expect(new Set(tunnels)).toEqual(new Set(['electron.invalid:80']));
  });
});
