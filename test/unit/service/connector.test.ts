import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { parseServiceAddress } from '../../../main/service/address.ts';
import { openSocket } from '../../../main/service/connector.ts';

/** A socket that is reset between its connection and the next look at it: it has no address. */
vi.mock('node:net', async (original) => ({
  ...(await original<typeof import('node:net')>()),
  connect: () => {
    const socket = new Socket();
    queueMicrotask(() => socket.emit('connect'));
    return socket;
  },
}));

test('a connection that is reset at once is lost, not one without TLS', async () => {
  const settings = {
    address: parseServiceAddress('http://localhost:1/'),
    proxy: {},
    trust: () => Promise.reject(new Error('without TLS')),
    timeouts: { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000 },
    maxAnswerBytes: 1024,
  };
  const opened = openSocket(settings, new AbortController().signal);
  await expect(opened).rejects.toMatchObject({
    code: 'connection_lost',
    details: { host: 'localhost:1', reason: 'closed' },
  });
});
