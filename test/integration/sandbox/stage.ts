import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/server.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';

/** An answer as a client of the service sees it. */
export type Seen = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // Answers are read as a client reads them, before it knows what is in them.
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape
  body: any;
};

export type Call = {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer;
};

/** A sandbox on a folder of its own, with a client's data. */
export type Stage = {
  folder: string;
  sandbox: Sandbox;
  call: (method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, call?: Call) => Promise<Seen>;
  asUser: () => Record<string, string>;
  stop: () => Promise<void>;
};

/** Starts a sandbox in a new temporary folder, which `stop` removes. */
export async function setStage(options: Partial<SandboxOptions> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'zubi-sandbox-test-'));
  const sandbox = await startSandbox({ folder, validator: shareValidator(), ...options });
  return {
    folder,
    sandbox,
    call: callTo(sandbox),
    asUser: () => userHeader(sandbox.userApiKey),
    stop: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Requests to a sandbox; backstage as the office that has the key. */
export function callTo({ baseUrl, userApiKey }: Omit<Sandbox, 'close'>): Stage['call'] {
  return (method, path, call) => {
    const office = path.startsWith('/sandbox/') ? userHeader(userApiKey) : {};
    return send(baseUrl, { method, path, ...call, headers: { ...office, ...call?.headers } });
  };
}

export function userHeader(key: string): Record<string, string> {
  return { 'X-Service-UserApiKey': key };
}

export function clientHeader(key: string): Record<string, string> {
  return { 'X-Service-ClientApiKey': key };
}

/** One request over real HTTP, its answer read as JSON. */
export async function send(
  baseUrl: string,
  { method, path, headers = {}, json, raw }: Call & { method: string; path: string },
): Promise<Seen> {
  const body = json === undefined ? raw : JSON.stringify(json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await request(`${baseUrl}${path}`, {
    method: method as 'POST',
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

/** Runs one call after another and lists their answers in that order. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
