import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SendOutcome } from '../../../main/service/client-port.ts';
import { clientOf, serveTcp, submission } from './stand.ts';

const body = JSON.stringify({ result: 'correct' });
const answer = (header = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${header}content-length: ${body.length}\r\n\r\n${body}`;

/** Calls back once for each whole request of a connection. */
function onRequest(socket: Socket, act: (number: number) => void): void {
  let [text, requests] = ['', 0];
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const head = text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
    if (head < 0 || text.length < head + 4 + length) return;
    text = '';
    requests += 1;
    act(requests);
  });
}

/**
 * Rests so long that a line may be used again: in a delayed process the timers of both fire at
 * once, and the line is ready a turn later.
 */
async function rest(restMs: number): Promise<void> {
  await sleep(restMs);
  if (restMs > 5) await nextTurn();
}

/** Sends so many one after the other, resting between them. */
async function sendInRow(
  baseUrl: string,
  count: number,
  restMs: number,
): Promise<SendOutcome['kind'][]> {
  const client = clientOf(baseUrl);
  const ends: SendOutcome['kind'][] = [];
  for (let sent = 0; sent < count; sent += 1) {
    if (sent > 0) await rest(restMs);
    ends.push((await client.send(submission)).kind);
  }
  await client.close();
  return ends;
}

const all = (count: number) => Array<string>(count).fill('answered');

// holds H2
test('several files in sequence use one connection', async () => {
  await using server = await serveTcp((socket) => onRequest(socket, () => socket.write(answer())));
  expect(await sendInRow(server.baseUrl, 8, 20)).toEqual(all(8));
  expect(server.seen.connections).toBe(1);
});

test('a connection idle for more than a second is not used again', async () => {
  await using server = await serveTcp((socket) => onRequest(socket, () => socket.write(answer())));
  expect(await sendInRow(server.baseUrl, 2, 1500)).toEqual(all(2));
  expect(server.seen.connections).toBe(2);
});

test('a connection idle while the computer and its timers slept is not used again', async () => {
  await using server = await serveTcp((socket) => onRequest(socket, () => socket.write(answer())));
  const client = clientOf(server.baseUrl);
  const ends = [(await client.send(submission)).kind];
  await rest(20);
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 1500);
  onTestFinished(() => clock.mockRestore());
  ends.push((await client.send(submission)).kind);
  await client.close();
  expect(ends).toEqual(all(2));
  expect(server.seen.connections).toBe(2);
});

test('a closed client leaves no connection open', async () => {
  const open = new Set<Socket>();
  await using server = await serveTcp((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    onRequest(socket, () => socket.write(answer()));
  });
  await sendInRow(server.baseUrl, 2, 20);
  await expect.poll(() => open.size).toBe(0);
});

describe('no request uses a connection that the server has closed', () => {
  test.each([
    ['says so', (socket: Socket) => void socket.end(answer('connection: close\r\n'))],
    ['does not say so', (socket: Socket) => void socket.end(answer())],
    [
      'cuts it hard',
      (socket: Socket) => void socket.write(answer(), () => socket.resetAndDestroy()),
    ],
    [
      'gives it a second, which is too near',
      (socket: Socket) => {
        socket.write(answer('keep-alive: timeout=1\r\n'));
        setTimeout(() => socket.destroy(), 15);
      },
    ],
  ])('%s', async (_how, end) => {
    await using server = await serveTcp((socket) => onRequest(socket, () => end(socket)));
    for (const restMs of [0, 2, 10, 16])
      expect(await sendInRow(server.baseUrl, 10, restMs)).toEqual(all(10));
    expect(server.seen.connections).toBe(40);
  });
});

test.each([
  ['closed', (socket: Socket) => void socket.destroy()],
  ['cut hard', (socket: Socket) => void socket.resetAndDestroy()],
])('a connection that is %s at the moment of the next request is replaced', async (_how, lose) => {
  const open = new Set<Socket>();
  await using server = await serveTcp((socket) => {
    open.add(socket);
    onRequest(socket, () => socket.write(answer()));
  });
  const client = clientOf(server.baseUrl);
  for (let sent = 1; sent <= 20; sent += 1) {
    expect(await client.send(submission)).toMatchObject({ kind: 'answered' });
    await rest(20);
    // Nobody has looked at the network when the next one is handed over.
    for (const socket of open) lose(socket);
    open.clear();
  }
  await client.close();
  expect(server.seen.connections).toBe(20);
});

test('a server that takes the second request of a connection and does not answer gets no third request', async () => {
  let requests = 0;
  await using server = await serveTcp((socket) => {
    onRequest(socket, (number) => {
      requests += 1;
      if (number === 1) socket.write(answer());
      else socket.destroy();
    });
  });
  expect(await sendInRow(server.baseUrl, 2, 20)).toEqual(['answered', 'unknown']);
  expect([requests, server.seen.connections]).toEqual([2, 1]);
});

test('data that came too early is no answer to the next request', async () => {
  await using server = await serveTcp((socket) => {
    onRequest(socket, (number) => {
      if (number === 1) socket.write(answer() + answer());
    });
  });
  expect(await sendInRow(server.baseUrl, 2, 20)).toEqual(['answered', 'answered']);
  expect(server.seen.connections).toBe(2);
});
