import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished, vi } from 'vitest';

/**
 * A submission's time limit, which ends on an event, however fast or slowly the machine runs, and
 * never before.
 */
export interface PassingTime {
  /** For a profile: stands for that limit. */
  readonly submissionTotalMs: number;
  /** It ends as soon as the head of the next good answer to a submission is there. */
  passAtAnswer(): void;
}

/** Takes over the clock of `AbortSignal.timeout`, for this one limit, until the test ends. */
export function holdTime(): PassingTime {
  const submissionTotalMs = 987_654;
  let isAwaited = false;
  let running: AbortController[] = [];
  const { timeout } = AbortSignal;
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    if (milliseconds !== submissionTotalMs) return timeout.call(AbortSignal, milliseconds);
    const controller = new AbortController();
    running.push(controller);
    return controller.signal;
  });
  const pass = () => {
    for (const each of running) each.abort(new DOMException('its time is over', 'TimeoutError'));
    running = [];
  };
  const noteHead = (message: unknown) => {
    const { request, response } = message as {
      request: { method: string; path: string };
      response: { statusCode: number };
    };
    const isIt = request.method === 'POST' && !request.path.startsWith('/sandbox/');
    if (!isAwaited || !isIt || response.statusCode !== 200) return;
    isAwaited = false;
    setImmediate(pass);
  };
  subscribe('undici:request:headers', noteHead);
  onTestFinished(() => {
    unsubscribe('undici:request:headers', noteHead);
    spy.mockRestore();
  });
  return {
    submissionTotalMs,
    passAtAnswer() {
      isAwaited = true;
    },
  };
}
