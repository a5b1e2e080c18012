import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
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

/** Sends so many one after the other, resting between them. */
async function sendInRow(
  baseUrl: string,
  count: number,
  restMs: number,
): Promise<SendOutcome['kind'][]> {
  const client = clientOf(baseUrl);
  const ends: SendOutcome['kind'][] = [];
  for (let sent = 0; sent < count; sent += 1) {
    if (sent > 0) await sleep(restMs);
    ends.push((await client.send(submission)).kind);
  }
  await client.close();
  return ends;
}

const all = (count: number) => Array<string>(count).fill('answered');

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

describe('each request has a connection of its own, however the server ends the one before', () => {
  test.each([
    ['leaves it open', (socket: Socket) => void socket.write(answer())],
    [
      'says that it closes it',
      (socket: Socket) => void socket.end(answer('connection: close\r\n')),
    ],
    ['closes it', (socket: Socket) => void socket.end(answer())],
    [
      'cuts it hard',
      (socket: Socket) => void socket.write(answer(), () => socket.resetAndDestroy()),
    ],
    [
      'closes it a moment later',
      (socket: Socket) => {
        socket.write(answer('keep-alive: timeout=1\r\n'));
        setTimeout(() => socket.destroy(), 15);
      },
    ],
  ])('%s', async (_how, end) => {
    await using server = await serveTcp((socket) => onRequest(socket, () => end(socket)));
    for (const restMs of [0, 16])
      expect(await sendInRow(server.baseUrl, 5, restMs)).toEqual(all(5));
    expect(server.seen.connections).toBe(10);
  });
});
