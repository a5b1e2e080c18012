import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { parseServiceAddress } from '../../../main/service/address.ts';
import { openSocket } from '../../../main/service/connector.ts';

/** Where a connection leads; without one it is reset before the next look at it. */
let remoteAddress: string | undefined;

vi.mock('node:net', async (original) => ({
  ...(await original<typeof import('node:net')>()),
  connect: () => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    queueMicrotask(() => socket.emit('connect'));
    return socket;
  },
}));

function open(): Promise<Socket> {
  const settings = {
    address: parseServiceAddress('http://localhost:1/'),
    proxy: {},
    trust: () => Promise.reject(new Error('without TLS')),
    timeouts: { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000 },
    maxAnswerBytes: 1024,
  };
  return openSocket(settings, new AbortController().signal);
}

test('a connection that is reset at once is lost, not one without TLS', async () => {
  remoteAddress = undefined;
  await expect(open()).rejects.toMatchObject({
    code: 'connection_lost',
    details: { host: 'localhost:1', reason: 'closed' },
  });
});

test.each(['192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7'])(
  'a connection without TLS leads to this machine alone, whatever its name resolves to: %s (H5)',
  async (elsewhere) => {
    remoteAddress = elsewhere;
    await expect(open()).rejects.toMatchObject({ code: 'connection_not_https' });
    remoteAddress = '::ffff:127.0.0.1';
    await expect(open()).resolves.toBeInstanceOf(Socket);
  },
);
