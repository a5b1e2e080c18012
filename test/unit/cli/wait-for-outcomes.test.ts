import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import type { Session } from '../../../main/hosts/cli/session.ts';
import { untilEnded } from '../../../main/hosts/cli/until-ended.ts';
import { waitForOutcomes } from '../../../main/hosts/cli/wait-for-outcomes.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

vi.mock('../../../main/hosts/cli/until-ended.ts');
afterEach(() => void vi.restoreAllMocks());

const texts = loadTexts('es');
const full = { pausedBecause: 'disk_full', queued: 1, sending: 1, waitingUntil: null };
const one = { ids: ['one'], own: ['one'] };

/** A core whose queue has paused with files being sent. */
function openPaused(atRest: Promise<void>, pausedBecause = full.pausedBecause) {
  const listeners = new Set<(event: AppEvent) => void>();
  const called: string[] = [];
  const call = async (method: string) => {
    called.push(method);
    if (method === 'submissions.progress') return { ...full, pausedBecause };
    return {
      submission: { state: 'sending', recordCounts: { incorrect: 0, acceptedWithErrors: 0 } },
      events: [],
    };
  };
  const app = {
    call: async (method: string) => {
      called.push(method);
      return { ok: false, error: { code: 'disk_full', details: {} } };
    },
    subscribe: (listener: (event: AppEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: () => atRest,
  };
  const pause = () => {
    const event = { name: 'queue.changed', payload: { ...full, pausedBecause } };
    for (const listener of listeners) listener(event as AppEvent);
  };
  return { session: { app, call } as unknown as Session, called, pause };
}

function listenToErrors() {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => said.mock.calls.map(([text]) => String(text));
}

const expected = [
  expect.stringMatching(/^zubi: El disco está lleno.* \(disk_full\)\n$/),
  expect.stringMatching(/^zubi: Lo que no se ha enviado se queda en la cola/),
  expect.stringMatching(/^zubi: Zubi sigue intentando guardar la respuesta.*Ctrl\+C/),
];

describe('a history that cannot be written while a command waits', () => {
  it.each(['before', 'after'])('is reported once, and Ctrl+C %s it ends the wait', async (when) => {
    const ctrlC = Promise.withResolvers<void>();
    vi.mocked(untilEnded).mockReturnValue(ctrlC.promise);
    const said = listenToErrors();
    const disk = openPaused(new Promise(() => undefined));
    const waiting = waitForOutcomes(disk.session, one, texts);
    const steps = [disk.pause, disk.pause, ctrlC.resolve];
    for (const step of when === 'after' ? steps : steps.toReversed()) step();
    expect(await waiting).toMatchObject([{ submission: { state: 'sending' } }]);
    expect(said()).toEqual(expected);
    expect(disk.called).toContain('submissions.cancelJob');
  });

  it('is not what pauses a queue whose keys are refused: Ctrl+C waits for what is being sent', async () => {
    const ctrlC = Promise.withResolvers<void>();
    const atRest = Promise.withResolvers<void>();
    vi.mocked(untilEnded).mockReturnValue(ctrlC.promise);
    const said = listenToErrors();
    const refused = openPaused(atRest.promise, 'service_unauthorized');
    let hasEnded = false;
    const waiting = waitForOutcomes(refused.session, one, texts).then(() => {
      hasEnded = true;
    });
    refused.pause();
    ctrlC.resolve();
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    atRest.resolve();
    await waiting;
    expect(said()).toEqual([
      expect.stringContaining('(service_unauthorized)'),
      expect.stringMatching(/se queda en la cola/),
    ]);
  });

  it('is reported when the queue comes to rest by it', async () => {
    vi.mocked(untilEnded).mockReturnValue(new Promise(() => undefined));
    const said = listenToErrors();
    await waitForOutcomes(openPaused(Promise.resolve()).session, one, texts);
    expect(said()).toEqual(expected);
  });
});

/** A core whose service asks for silence; what is queued can be withdrawn. */
function openWaiting(waitMs: number, beginsWaiting = false) {
  const listeners = new Set<(event: object) => void>();
  const tell = (event: object) => {
    for (const listener of listeners) listener(event);
  };
  const withdrawn = new Set<string>();
  const waitingUntil = new Date(Date.now() + waitMs).toISOString();
  const stateOf = (id: string) => (withdrawn.has(id) ? 'cancelled' : 'queued');
  const call = async (method: string, { id }: { id: string }) =>
    method === 'submissions.progress'
      ? { pausedBecause: null, waitingUntil: beginsWaiting ? waitingUntil : null }
      : {
          submission: { state: stateOf(id), recordCounts: { incorrect: 0, acceptedWithErrors: 0 } },
          events: [],
        };
  const app = {
    call: async (_method: string, { ids }: { ids: readonly string[] }) => {
      for (const id of ids) {
        withdrawn.add(id);
        tell({ name: 'submission.changed', payload: { id, state: stateOf(id) } });
      }
    },
    subscribe: (listener: (event: object) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    idle: () => new Promise(() => undefined),
  };
  const asks = () =>
    tell({ name: 'queue.changed', payload: { waitingUntil, pausedBecause: null } });
  return { session: { app, call } as unknown as Session, asks };
}

const days = 2 * 86_400_000;

it('a wait of days is told, and what has not been sent is withdrawn; one of an hour goes on', async () => {
  vi.mocked(untilEnded).mockReturnValue(new Promise(() => undefined));
  const said = listenToErrors();
  const short = openWaiting(3_500_000);
  let hasEnded = false;
  void waitForOutcomes(short.session, one, texts).then(() => {
    hasEnded = true;
  });
  short.asks();
  const long = openWaiting(days);
  const waiting = waitForOutcomes(long.session, one, texts);
  long.asks();
  long.asks();
  expect(await waiting).toMatchObject([{ submission: { state: 'cancelled' } }]);
  expect(hasEnded).toBe(false);
  expect(said()).toEqual([
    expect.stringMatching(/después se vuelve a intentar\. Pulse Ctrl\+C/),
    expect.stringMatching(/demasiado para esta orden\. Lo que no se había enviado se ha cancelado/),
  ]);
});

it('a wait of days that has begun withdraws only what the command queued', async () => {
  vi.mocked(untilEnded).mockReturnValue(new Promise(() => undefined));
  const said = listenToErrors();
  const states = async (own: readonly string[]) =>
    (
      await waitForOutcomes(
        openWaiting(days, true).session,
        { ids: ['earlier', ...own], own },
        texts,
      )
    ).map(({ submission }) => submission.state);
  expect(await states(['one'])).toEqual(['queued', 'cancelled']);
  expect(await states([])).toEqual(['queued']);
  expect(said()).toEqual([expect.stringMatching(/se ha cancelado/), expect.stringMatching(/cola/)]);
});
