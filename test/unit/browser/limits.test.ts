import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../main/hosts/window-files.ts';
import { send, sendRaw, startTestFace, statusOf, type TestFace } from './test-server.ts';

let test: TestFace;
afterEach(() => test.close());

const MiB = 1024 * 1024;

/** Opens a connection, sends a beginning and waits for its end. */
function begin(text: string): Promise<string> {
  return sendRaw(test.face.port, text.replaceAll('PORT', String(test.face.port)));
}

describe('slow senders (L7)', () => {
  it('are cut off when their headers do not come', async () => {
    test = await startTestFace({
      limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 },
    });
    const raw = await begin('GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Slow: ');
    expect(statusOf(raw)).toBe(408);
    for (const [name, value] of Object.entries(securityHeaders))
      expect(raw).toContain(`${name}: ${value}`);
  });

  it('are cut off when their body does not come', async () => {
    test = await startTestFace({
      limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 },
    });
    const token = await test.signIn();
    const lines = [
      'POST /api/call HTTP/1.1',
      'Host: 127.0.0.1:PORT',
      'Origin: http://127.0.0.1:PORT',
      'Content-Type: application/json',
      `X-Zubi-Token: ${token}`,
      'Content-Length: 100',
      '',
      '{"method":',
    ];
    expect(statusOf(await begin(lines.join('\r\n')))).toBe(408);
    expect(test.app.calls).toEqual([]);
  });
});

describe('large senders (L7)', () => {
  it.each([
    ['with its length announced', { 'content-length': String(1024 * MiB) }],
    ['in pieces', { 'transfer-encoding': 'chunked' }],
  ])('cannot make the server hold a body of 1 GB sent %s', async (_, framing) => {
    test = await startTestFace({ maxFileBytes: MiB });
    const token = await test.signIn();
    const before = process.memoryUsage.rss();
    let highest = before;
    const status = await pour(token, framing, () => {
      highest = Math.max(highest, process.memoryUsage.rss());
    });
    expect(status).toBe(413);
    expect(highest - before).toBeLessThan(50 * MiB);
    expect(test.app.files).toEqual([]);
  });

  it('cannot send headers above 16 KB', async () => {
    test = await startTestFace();
    const raw = await begin(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expect(statusOf(raw)).toBe(431);
  });

  it.each(['\u0016\u0003\u0001', 'nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n'])(
    'get a 400 for %j',
    async (text) => {
      test = await startTestFace();
      const raw = await begin(text);
      expect(statusOf(raw)).toBe(400);
      expect(raw).not.toMatch(/HPE|Error|at /);
    },
  );
});

/**
 * Sends one piece of a body again and again, as fast as it is taken, until 1 GB is gone or the line
 * is cut.
 */
function pour(token: string, framing: Record<string, string>, watch: () => void) {
  const piece = Buffer.alloc(256 * 1024, 0x61);
  const isChunked = 'transfer-encoding' in framing;
  const frame = isChunked
    ? Buffer.concat([Buffer.from('40000\r\n'), piece, Buffer.from('\r\n')])
    : piece;
  const headers: Record<string, string> = {
    host: `127.0.0.1:${test.face.port}`,
    origin: test.origin,
    'content-type': 'application/octet-stream',
    'x-zubi-token': token,
    'x-zubi-name': 'big.xml',
    'x-zubi-request': 'upload-of-one-gigabyte',
    ...framing,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise<number>((resolve) => {
    let answer = '';
    let sentBytes = 0;
    const socket: Socket = connect(test.face.port, '127.0.0.1', () => {
      socket.write(`POST /api/files HTTP/1.1\r\n${head.join('')}\r\n`);
      const next = () => {
        watch();
        if (socket.destroyed || sentBytes >= 1024 * MiB) return;
        sentBytes += piece.byteLength;
        socket.write(frame, next);
      };
      next();
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(statusOf(answer)));
  });
}

describe('many senders (L7)', () => {
  it('get fifty places at most, and the places are free again afterwards', async () => {
    test = await startTestFace();
    const sockets = await Promise.all(
      Array.from(
        { length: 50 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(test.face.port, '127.0.0.1', () => resolve(socket));
          }),
      ),
    );
    const page = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${test.face.port}\r\nConnection: close\r\n\r\n`;
    await expect.poll(() => sendRaw(test.face.port, page)).toBe('');
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => statusOf(await sendRaw(test.face.port, page))).toBe(200);
  });

  it('are disconnected when the server closes', async () => {
    test = await startTestFace();
    const token = await test.signIn();
    const response = await fetch(`${test.origin}/api/events`, {
      headers: { 'x-zubi-token': token },
    });
    await test.face.close();
    await expect(response.text()).rejects.toThrow();
    expect(test.app.listeners()).toBe(0);
    await expect(send(test.origin, 'GET', '/')).rejects.toThrow();
  });
});
