import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseHost } from '../../../main/hosts/browser/gate.ts';
import { sendRaw, startTestFace, statusOf, type TestFace } from './test-server.ts';

let test: TestFace;
beforeAll(async () => {
  test = await startTestFace();
});
afterAll(() => test.close());

/** A request for the page with these header lines; PORT stands for the port. */
function page(lines: readonly string[], target = '/', version = 'HTTP/1.1'): Promise<string> {
  const all = [`GET ${target} ${version}`, ...lines, 'Connection: close', '', ''];
  return sendRaw(test.face.port, all.join('\r\n').replaceAll('PORT', String(test.face.port)));
}

it('the Host header has no port where http has it by itself', () => {
  const refusal = (host: string, port: number) =>
    refuseHost({ rawHeaders: ['Host', host], url: '/' } as IncomingMessage, port);
  expect(refusal('127.0.0.1', 80)).toBe(null);
  expect(refusal('localhost:80', 80)).toBe(null);
  expect(refusal('evil.example', 80)).not.toBe(null);
  expect(refusal('127.0.0.1', 8080)).not.toBe(null);
});

describe('the Host header (L2)', () => {
  it.each([
    ['another name', ['Host: evil.example']],
    ['another name and our port', ['Host: evil.example:PORT']],
    ['a name that ends like ours', ['Host: evil-localhost:PORT']],
    ['a name that begins like ours', ['Host: localhost.evil.example:PORT']],
    ['our name with a user', ['Host: user@localhost:PORT']],
    ['no port', ['Host: 127.0.0.1']],
    ['another port', ['Host: 127.0.0.1:1']],
    ['another loopback address', ['Host: 127.0.0.2:PORT']],
    ['IPv6, on which nobody listens', ['Host: [::1]:PORT']],
    ['two headers, ours first', ['Host: 127.0.0.1:PORT', 'Host: evil.example']],
    ['two headers, ours last', ['Host: evil.example', 'Host: 127.0.0.1:PORT']],
    ['the same one twice', ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT']],
    ['none', []],
    ['an empty one', ['Host:']],
    ['a list', ['Host: 127.0.0.1:PORT, evil.example']],
    ['another name with an expectation', ['Host: evil.example', 'Expect: nothing']],
    ['only X-Forwarded-Host', ['X-Forwarded-Host: 127.0.0.1:PORT']],
  ])('refuses %s', async (_, lines) => {
    for (const target of ['/', '/index.html', '/api/events']) {
      const raw = await page(lines, target);
      expect(statusOf(raw)).toBe(421);
      expect(raw).not.toContain('<title>');
    }
  });

  it('refuses HTTP/1.0 without one', async () => {
    expect(statusOf(await page([], '/', 'HTTP/1.0'))).toBe(421);
  });

  it.each(['http://evil.example/', 'http://127.0.0.1:PORT/', '*', 'evil'])(
    'refuses the target %s',
    async (target) => {
      expect([400, 421]).toContain(statusOf(await page(['Host: 127.0.0.1:PORT'], target)));
    },
  );

  it('refuses to become a websocket for another name', async () => {
    const upgrade = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ];
    const foreign = await page(['Host: evil.example', ...upgrade]);
    expect(statusOf(foreign)).toBe(421);
    const own = await page(['Host: 127.0.0.1:PORT', ...upgrade], '/api/events');
    expect(statusOf(own)).toBe(401);
  });

  it.each(['Host: 127.0.0.1:PORT', 'Host: localhost:PORT', 'hOsT:   localhost:PORT'])(
    'takes %s',
    async (line) => {
      const raw = await page([line]);
      expect(statusOf(raw)).toBe(200);
      expect(raw).toContain('<title>Zubi</title>');
    },
  );
});

describe('the address (L1)', () => {
  it('is that of this machine alone', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    for (const address of [...others, '127.0.0.2']) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ port: test.face.port, host: address, timeout: 2000 });
        const end = (result: boolean) => () => {
          socket.destroy();
          resolve(result);
        };
        socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false));
      });
      expect(reached, address).toBe(false);
    }
  });
});
