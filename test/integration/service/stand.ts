import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server as NetServer, type Socket } from 'node:net';
import type { Log } from '../../../main/platform/ports.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import type { SendRequest, ServiceClient } from '../../../main/service/client-port.ts';
import type { ServiceClientOptions } from '../../../main/service/link.ts';
import { defaultServiceProfile, type ServiceProfile } from '../../../main/service/profile.ts';

/** Planted in the place of a secret; must appear nowhere but on the wire. */
export const canaries = {
  user: 'user-canary-6f1d+/3c',
  client: 'client-canary-a91b+/77',
  certificate: 'certificate-canary-04ee+/d2',
};
export const keys = {
  user: new Secret(canaries.user),
  client: new Secret(canaries.client),
  certificate: new Secret(canaries.certificate),
};

/** Every form in which a canary could leak from `text`. */
export function leaksIn(text: string): string[] {
  return Object.values(canaries).flatMap((canary) =>
    [
      canary,
      Buffer.from(canary).toString('base64'),
      encodeURIComponent(canary),
      canary.slice(0, 12),
    ].filter((form) => text.includes(form)),
  );
}

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A listener that is closed at the end of a test. */
export interface Stand extends AsyncDisposable {
  readonly port: number;
  readonly baseUrl: string;
}

export function listen(server: NetServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export function standOf(server: NetServer, port: number, scheme: 'http' | 'https'): Stand {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, baseUrl: `${scheme}://localhost:${port}`, [Symbol.asyncDispose]: close };
}

function record(requests: Recorded[], answer: RequestListener): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, path: url, headers, body: Buffer.concat(chunks) });
      answer(request, response);
    });
  };
}

/** A real HTTP server that records requests and answers as told. */
export async function serveHttp(
  answer: RequestListener,
): Promise<Stand & { readonly requests: Recorded[] }> {
  const requests: Recorded[] = [];
  const server = createServer(record(requests, answer));
  const port = await listen(server);
  return { ...standOf(server, port, 'http'), requests };
}

/** The same over TLS. */
export async function serveHttps(
  options: ServerOptions,
  answer: RequestListener,
): Promise<Stand & { readonly requests: Recorded[] }> {
  const requests: Recorded[] = [];
  const server = createSecureServer(options, record(requests, answer));
  server.on('tlsClientError', () => {});
  const port = await listen(server);
  return { ...standOf(server, port, 'https'), requests };
}

/** A server below HTTP: the test decides what a connection gets. `connections` counts them. */
export async function serveTcp(
  onConnection: (socket: Socket) => void,
  scheme: 'http' | 'https' = 'http',
): Promise<Stand & { readonly seen: { connections: number } }> {
  const seen = { connections: 0 };
  const server = createTcpServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => {});
    onConnection(socket);
  });
  const port = await listen(server);
  return { ...standOf(server, port, scheme), seen };
}

/** JSON with a status, as `serveHttp` wants it. */
export function json(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** A log that keeps its lines. */
export function keepLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const write = (event: string, fields?: object): void =>
    void lines.push(JSON.stringify([event, fields]));
  return { lines, info: write, warn: write, error: write };
}

/** The default profile with some parts replaced. */
export function profileWith(parts: Partial<ServiceProfile>): ServiceProfile {
  return { ...defaultServiceProfile(), ...parts };
}

const total = { submissionTotalMs: 4000, otherTotalMs: 4000 };

/** Short limits, so that a test of a time-out does not wait for long. */
export const hasty: Partial<ServiceProfile> = {
  timeouts: { ...total, connectMs: 400, headersMs: 400, bodyMs: 400 },
};

/** A short limit for the answer alone: a busy machine may connect slowly. */
export const hastyAnswer: Partial<ServiceProfile> = {
  timeouts: { ...total, connectMs: 4000, headersMs: 400, bodyMs: 400 },
};

/** A short limit for the rest of an answer whose beginning came. */
export const hastyBody: Partial<ServiceProfile> = {
  timeouts: { ...total, connectMs: 4000, headersMs: 4000, bodyMs: 400 },
};

export function clientOf(
  baseUrl: string,
  options: Partial<Omit<ServiceClientOptions, 'baseUrl'>> = {},
): ServiceClient {
  return createServiceClient({
    profile: defaultServiceProfile(),
    transport: { environment: {} },
    log: keepLog(),
    pace: { now: () => performance.now(), random: () => 0, sleep: async () => {} },
    ...options,
    baseUrl,
  });
}

export const submission: SendRequest = {
  xml: Buffer.from('<?xml version="1.0"?><ñ/>'),
  form: { model: '140', operation: 'creation', expenseType: 'with_invoice' },
  fiscalYear: 2026,
  taxpayer: { taxId: '11111111H', name: 'Ane Etxebarria' },
  softwareGarante: {
    holds: true,
    taxId: 'B00000000',
    license: 'LIC-1',
    name: 'Zubi',
    version: '0.1.0',
  },
  certificateKey: keys.certificate,
  clientKey: keys.client,
};
