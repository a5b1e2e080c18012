import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppOptions } from '../../../main/app-options.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { atEnd } from '../../fixtures/lifetime.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { type Office, openOffice } from '../core/office.ts';

/** The line's treatment of one coming request that creates or changes a company. */
export type Trouble =
  | { readonly kind: 'pass' }
  /** The service never gets it. */
  | { readonly kind: 'drop_before' }
  /** The service has done it; the answer is lost. */
  | { readonly kind: 'drop_after' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  /** An answer with this status that breaks off. */
  | { readonly kind: 'cut'; readonly status: number }
  /** The service's own answer, changed on its way. */
  | { readonly kind: 'change'; readonly change: (answer: Record<string, unknown>) => unknown }
  /** Answered only when the promise resolves. */
  | { readonly kind: 'wait'; readonly until: Promise<unknown> };

/**
 * A service behind a connection that can fail: a real sandbox, a real connection, and faults where
 * a test wants them.
 */
export interface Line {
  readonly baseUrl: string;
  readonly userApiKey: string;
  /** One for each coming request to `/clientcompanies`, in order; afterwards all pass. */
  readonly troubles: Trouble[];
  /** What the answers about territories wait for. */
  territories: Promise<unknown>;
  /** Received requests to `/clientcompanies`, as method-independent paths with their bodies. */
  readonly requests: {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: Record<string, unknown>;
  }[];
  readonly sendings: readonly Sending[];
}

/** The document and the key of each submission. */
export interface Sending {
  readonly taxId: string;
  readonly clientKey: string;
}

function toSending(headers: IncomingMessage['headers'], body: Buffer): Sending {
  const { taxpayer } = JSON.parse(body.toString('utf8')) as { taxpayer: { tax_id_number: string } };
  return { taxId: taxpayer.tax_id_number, clientKey: String(headers['x-service-clientapikey']) };
}

export async function openLine(): Promise<Line> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-line-'));
  const sandbox = await startSandbox({ folder, validator: shareValidator() });
  const troubles: Trouble[] = [];
  const requests: Line['requests'] = [];
  const sendings: Sending[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const isCompany = incoming.url?.startsWith('/clientcompanies') ?? false;
      const { url: path = '', headers } = incoming;
      if (/^\/(expenses|receivedinvoices)/.test(path)) sendings.push(toSending(headers, body));
      if (isCompany) requests.push({ path, headers, body: JSON.parse(body.toString('utf8')) });
      const trouble: Trouble = path.startsWith('/regional/territories')
        ? { kind: 'wait', until: line.territories }
        : (isCompany && troubles.shift()) || { kind: 'pass' };
      void relay(sandbox.baseUrl, { incoming, outgoing, body }, trouble);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { port } = server.address() as AddressInfo;
  const line: Line = {
    baseUrl: `http://127.0.0.1:${port}`,
    userApiKey: sandbox.userApiKey,
    troubles,
    territories: Promise.resolve(),
    requests,
    sendings,
  };
  return line;
}

interface Passage {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

async function relay(
  baseUrl: string,
  { incoming, outgoing, body }: Passage,
  trouble: Trouble,
): Promise<void> {
  if (trouble.kind === 'drop_before') return void incoming.socket.destroy();
  if (trouble.kind === 'status') {
    const retryAfter =
      trouble.retryAfter === undefined ? {} : { 'retry-after': String(trouble.retryAfter) };
    outgoing.writeHead(trouble.status, { 'content-type': 'application/json', ...retryAfter });
    return void outgoing.end('{"message":"no"}');
  }
  if (trouble.kind === 'cut') {
    outgoing.writeHead(trouble.status, { 'content-type': 'application/json' });
    return void outgoing.write('{"mess', () => incoming.socket.destroy());
  }
  if (trouble.kind === 'wait') await trouble.until;
  const answer = await forward(`${baseUrl}${incoming.url}`, incoming, body);
  if (trouble.kind === 'drop_after') return void incoming.socket.destroy();
  const text =
    trouble.kind === 'change'
      ? JSON.stringify(await trouble.change(JSON.parse(answer.body.toString('utf8'))))
      : answer.body;
  outgoing.writeHead(answer.status, { 'content-type': answer.type });
  outgoing.end(text);
}

function forward(url: string, { method, headers }: IncomingMessage, body: Buffer) {
  const { host, connection, ...kept } = headers;
  return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
    const call = request(url, { method, headers: kept, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** An office connected to a service of its own over such a line. */
export async function openConnectedOffice(
  options: Partial<AppOptions> = {},
): Promise<{ office: Office; line: Line }> {
  const line = await openLine();
  const office = await openOffice(options);
  await office.call('connection.set', connectionTo(line));
  await office.call('territories.list', {});
  return { office, line };
}

/** A company as a person would type it; valid tax ids that belong to nobody in particular. */
export const lantegiak = {
  isIndividual: false,
  fullName: 'Bizkaiko Lantegiak SA',
  taxId: 'A99800476',
  territoryId: 'bizkaia',
} as const;

export const miren = {
  isIndividual: true,
  fullName: 'Miren Etxeberria Agirre',
  firstName: 'Miren',
  lastName1: 'Etxeberria',
  lastName2: 'Agirre',
  taxId: '12345678Z',
  territoryId: 'bizkaia',
} as const;
