import pLimit from 'p-limit';
import { backoffMs } from '../../contract/backoff.ts';
import type { HostBridge, TakenFile } from '../../contract/client.ts';
import type { CallError, Reply } from '../../contract/errors.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { Host, HostState } from './bridge.ts';
import { endBrowserSession } from './browser-session.ts';
import { createLineSplitter, parseEvent, reconnectWaits } from './event-stream.ts';
import { createServerTrust } from './server-proof.ts';

const uploadsAtOnce = 4;
const attempts = 3;

const lostError: CallError = { code: 'internal', details: { reason: 'host_lost' } };

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** The server ends the oldest streams when there are many. */
function untilShown(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/** A set of listeners without arguments. */
function createSignal() {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * The desktop's bridge over the browser host's HTTP. Each call has a fresh request id and is
 * repeated with it when the connection broke, so that a message arriving twice has one effect.
 * Nothing is sent before the server has proved that it knows the session.
 */
export function createBrowserHost(token: string): Host {
  const headers = { 'x-zubi-token': token };
  const trust = createServerTrust(token);
  const stateSignal = createSignal();
  const gapSignal = createSignal();
  const listeners = new Set<(event: AppEvent) => void>();
  let state: HostState = 'live';

  function setState(next: HostState): void {
    if (state === next || state === 'ended') return;
    state = next;
    if (next === 'ended') endBrowserSession();
    stateSignal.tell();
  }

  /** Throws when nobody answers, or a stranger: then the session is over. */
  async function requireOurs(): Promise<void> {
    const proof = await trust.ask();
    if (proof === 'stranger') setState('ended');
    if (proof !== 'proven') throw new Error(proof);
  }

  async function request<Value>(path: string, init: () => RequestInit): Promise<Reply<Value>> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      try {
        await requireOurs();
        const response = await fetch(path, init());
        setState(response.status === 401 ? 'ended' : 'live');
        if (response.headers.get('content-type')?.includes('application/json') !== true) {
          return { ok: false, error: { code: 'internal', details: { status: response.status } } };
        }
        return (await response.json()) as Reply<Value>;
      } catch {
        trust.forget();
        if (state === 'ended') break;
        await pause(backoffMs(attempt + 1, reconnectWaits));
      }
    }
    setState('lost');
    return { ok: false, error: lostError };
  }

  async function upload(file: File): Promise<Reply<TakenFile>> {
    const readable = await file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      );
    if (!readable)
      return { ok: false, error: { code: 'file_unreadable', details: { file: file.name } } };
    const requestId = crypto.randomUUID();
    return request<TakenFile>('/api/files', () => ({
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'x-zubi-name': encodeURIComponent(file.name),
        'x-zubi-request': requestId,
      },
      body: file,
    }));
  }

  async function readEvents(): Promise<void> {
    await requireOurs();
    const response = await fetch('/api/events', { headers });
    if (response.status === 401) setState('ended');
    if (!response.ok || response.body === null) return;
    setState('live');
    gapSignal.tell();
    const decoder = new TextDecoder();
    const split = createLineSplitter((line) => {
      const event = parseEvent(line);
      if (event !== null) for (const listener of listeners) listener(event);
    });
    for await (const piece of response.body) {
      trust.heard();
      split(decoder.decode(piece, { stream: true }));
    }
  }

  async function followEvents(): Promise<void> {
    for (let attempt = 0; state !== 'ended'; attempt += 1) {
      const startedAt = performance.now();
      const hasEnded = await readEvents().then(
        () => true,
        () => false,
      );
      // Another server may have taken the port.
      trust.forget();
      if (performance.now() - startedAt > 5000) attempt = 0;
      if (attempt > 1) setState('lost');
      await pause(backoffMs(attempt + 1, reconnectWaits));
      // A lost stream is asked for again at once: a tab out of sight tells of the end of a batch.
      if (hasEnded) await untilShown();
    }
  }

  const bridge: HostBridge = {
    call: (method, input) => {
      const body = JSON.stringify({ method, input, requestId: crypto.randomUUID() });
      return request('/api/call', () => ({
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    takeFiles: async (files) => {
      const replies = await pLimit(uploadsAtOnce).map(files as readonly File[], upload);
      const failed = replies.find((reply) => !reply.ok);
      if (failed !== undefined && !failed.ok) return failed;
      return { ok: true, value: replies.flatMap((reply) => (reply.ok ? [reply.value] : [])) };
    },
  };
  void followEvents();
  return { bridge, state: () => state, watch: stateSignal.listen, onGap: gapSignal.listen };
}
