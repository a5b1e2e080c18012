import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { sessionIdleMs } from '../../../main/hosts/browser/sessions.ts';
import { startTestFace, type TestFace } from './test-server.ts';

let test: TestFace | null = null;
afterEach(async () => {
  vi.useRealTimers();
  await test?.close();
});

async function openEvents({ origin }: TestFace, token: string) {
  const response = await fetch(`${origin}/api/events`, { headers: { 'x-zubi-token': token } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  expect(await reader.read()).toEqual({ done: false, value: '\n' });
  return reader;
}

describe('the stream of events', () => {
  it('has a heartbeat every fifteen seconds, and ends with its session, which it does not prolong', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let nowMs = Date.parse('2026-11-22T09:00:00Z');
    const face = await startTestFace({ nowMs: () => nowMs });
    test = face;
    const reader = await openEvents(face, await face.signIn());
    nowMs += sessionIdleMs - 1;
    vi.advanceTimersByTime(15_000);
    expect(await reader.read()).toEqual({ done: false, value: '\n' });
    nowMs += 1;
    vi.advanceTimersByTime(15_000);
    // At once: a line that is written after the end would end the process.
    expect(face.app.listeners()).toBe(0);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('ends the oldest beyond four: a browser has six connections for all its tabs', async () => {
    const face = await startTestFace();
    test = face;
    const token = await face.signIn();
    const readers = [];
    for (let tab = 0; tab < 5; tab += 1) readers.push(await openEvents(face, token));
    const [oldest, next] = readers;
    expect(await oldest?.read()).toEqual({ done: true, value: undefined });
    face.app.emit({ name: 'queue.changed', payload: {} } as AppEvent);
    expect(await next?.read()).toMatchObject({ done: false });
    expect(face.app.listeners()).toBe(4);
    // A tab that is closed makes room.
    await next?.cancel();
    await expect.poll(() => face.app.listeners()).toBe(3);
    await openEvents(face, token);
    expect(await readers[2]?.read()).toMatchObject({ done: false });
  });

  it('disconnects a client that does not read', async () => {
    const face = await startTestFace();
    test = face;
    const token = await face.signIn();
    const socket = connect(face.face.port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${face.face.port}\r\nx-zubi-token: ${token}\r\n\r\n`,
    );
    await expect.poll(() => face.app.listeners()).toBe(1);
    const payload = {
      fileId: 'x'.repeat(1024 * 1024),
      phase: 'reading',
      done: 0,
      total: 0,
    } as const;
    // Far more than the system keeps for a connection.
    for (let count = 0; count < 64; count += 1)
      face.app.emit({ name: 'import.progressed', payload });
    await expect.poll(() => face.app.listeners()).toBe(0);
    socket.destroy();
  });
});
