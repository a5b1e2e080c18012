import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../fixtures/lifetime.ts';

export const taxpayer = { taxId: 'A99800476', name: 'Lantegiak' };

/** A service of its own that records every request. */
export interface Service {
  readonly baseUrl: string;
  readonly received: string[];
}

/** Its one company's key is the given one. Below `/beside` it answers as another service would. */
export async function startService(clientKey: string): Promise<Service> {
  const received: string[] = [];
  const answers: Record<string, unknown> = {
    '/regional/territories': { data: [{ id: 'bizkaia', name: 'Bizkaia' }] },
    '/regional/license': { software: { license: 'L', version: '1' } },
    '/clientcompanies': { id: 'c1', api_key: clientKey, tax_id_number: taxpayer.taxId },
    '/clientcompanies/c1': { id: 'c1', api_key: clientKey, tax_id_number: taxpayer.taxId },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push(JSON.stringify([request.url, request.rawHeaders, body]));
      const path = request.url?.replace(/^\/beside/, '') ?? '';
      const answer = answers[path] ?? { result: 'correct', records: [] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, received };
}
