import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { ServedApp } from '../../../main/hosts/browser/routes.ts';
import {
  type BrowserHost,
  type BrowserHostOptions,
  serveBrowser,
} from '../../../main/hosts/browser/server.ts';
import type { IncomingFile, Log } from '../../../main/platform/ports.ts';

/**
 * An application that only records requests: the tests of the host check what gets through to it.
 */
export interface RecordingApp extends ServedApp {
  readonly calls: { method: string; input: unknown }[];
  readonly files: IncomingFile[];
  /** Sizes of the archives that came piece by piece. */
  readonly archives: number[];
  emit(event: AppEvent): void;
  listeners(): number;
}

export function createRecordingApp(maxFileBytes = 1024 * 1024): RecordingApp {
  const calls: RecordingApp['calls'] = [];
  const files: IncomingFile[] = [];
  const archives: number[] = [];
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    calls,
    files,
    archives,
    call: async (method, input): Promise<Reply<unknown>> => {
      if (method === 'settings.get') return { ok: true, value: { maxFileBytes } };
      calls.push({ method, input });
      return { ok: true, value: { method, number: calls.length } };
    },
    takeFile: async (file) => {
      files.push(file);
      return { ok: true, value: { fileId: `file-${files.length}`, name: file.name } };
    },
    stageArchive: async (pieces) => {
      const hash = createHash('sha256');
      let sizeBytes = 0;
      for await (const piece of pieces) {
        hash.update(piece);
        sizeBytes += piece.byteLength;
      }
      archives.push(sizeBytes);
      const path = join(tmpdir(), `zubi-no-such-archive-${archives.length}`);
      return { ok: true, value: { path, sha256: hash.digest('hex') } };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    listeners: () => listeners.size,
  };
}

/** A host that serves a folder with one page, and a test's access to it. */
export interface TestFace {
  readonly face: BrowserHost;
  readonly app: RecordingApp;
  readonly origin: string;
  /** Every line the host logged, as JSON. */
  readonly logged: string[];
  readonly newAddresses: string[];
  /** Exchanges a fresh code for a token. */
  signIn(): Promise<string>;
  close(): Promise<void>;
}

export async function startTestFace(
  options: Partial<Pick<BrowserHostOptions, 'nowMs' | 'limits' | 'open'>> & {
    maxFileBytes?: number;
    extraFiles?: Record<string, string>;
  } = {},
): Promise<TestFace> {
  const folder = await mkdtemp(join(tmpdir(), 'zubi-face-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Zubi</title>');
  for (const [name, text] of Object.entries(options.extraFiles ?? {}))
    await writeFile(join(folder, name), text);
  const app = createRecordingApp(options.maxFileBytes);
  const logged: string[] = [];
  const newAddresses: string[] = [];
  const keep = (event: string, fields = {}) =>
    void logged.push(JSON.stringify({ event, ...fields }));
  const log: Log = { info: keep, warn: keep, error: keep };
  const face = await serveBrowser({
    open: null,
    ...options,
    app,
    port: 0,
    rendererFolder: folder,
    log,
    onNewAddress: (url) => void newAddresses.push(url),
  });
  const origin = `http://127.0.0.1:${face.port}`;
  return {
    face,
    app,
    origin,
    logged,
    newAddresses,
    signIn: async () => {
      const answer = await send(origin, 'POST', '/api/session', {
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ code: codeOf(face.freshAddress()) }),
      });
      return (JSON.parse(answer.body) as { token: string }).token;
    },
    close: async () => {
      await face.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The one-time code in an address. */
export function codeOf(address: string): string {
  return new URL(address).hash.replace('#code=', '');
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * One request with exactly these headers (beside them `Host`, `Connection` and the body's length
 * alone).
 */
export function send(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...length, ...headers }, agent: false };
    const sent = request(`${origin}${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends exactly these bytes and returns everything until the connection ends. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

/** The status of a raw answer, 0 when none came. */
export function statusOf(raw: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0);
}
