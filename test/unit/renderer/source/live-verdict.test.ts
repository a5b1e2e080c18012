import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LiveChecker,
  type LiveState,
} from '../../../../renderer/screens/submit/source/live-verdict.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A validator whose verdicts come on command. */
function setUp() {
  const asked: string[] = [];
  const answers: ((verdict: string | Error) => void)[] = [];
  const heard: string[] = [];
  const failures: unknown[] = [];
  const states: LiveState[] = [];
  const live = new LiveChecker<string, string>({
    check: (text) => {
      asked.push(text);
      return new Promise((resolve, reject) => {
        answers.push((verdict) => (verdict instanceof Error ? reject(verdict) : resolve(verdict)));
      });
    },
    delayMs: 500,
    onState: (state) => states.push(state),
    onVerdict: (verdict) => heard.push(verdict),
    onFailure: (thrown) => failures.push(thrown),
  });
  const answer = async (index: number, verdict: string | Error) => {
    answers[index]?.(verdict);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { live, asked, heard, failures, states, answer };
}

describe('the live verdict', () => {
  it('waits until nothing has changed for a while, and checks the newest text', async () => {
    const { live, asked, heard, states, answer } = setUp();
    live.change('a');
    await vi.advanceTimersByTimeAsync(400);
    live.change('ab');
    await vi.advanceTimersByTimeAsync(400);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual(['ab']);
    await answer(0, 'good');
    expect(heard).toEqual(['good']);
    expect(states).toEqual(['waiting', 'waiting', 'checking', 'settled']);
  });

  it('makes one check at a time, and ignores the answer for a text that has changed since', async () => {
    const { live, asked, heard, states, answer } = setUp();
    live.change('a');
    await vi.advanceTimersByTimeAsync(500);
    live.change('ab');
    live.change('abc');
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual(['a']);
    await answer(0, 'of a');
    expect(heard).toEqual([]);
    expect(asked).toEqual(['a', 'abc']);
    await answer(1, 'of abc');
    expect(heard).toEqual(['of abc']);
    expect(states.at(-1)).toBe('settled');
  });

  it('reports only a failure for the newest text, and continues after it', async () => {
    const { live, asked, heard, failures, answer } = setUp();
    live.change('a');
    await vi.advanceTimersByTimeAsync(500);
    await answer(0, new Error('lost'));
    expect(failures).toHaveLength(1);
    live.change('ab');
    await vi.advanceTimersByTimeAsync(500);
    live.change('abc');
    await answer(1, new Error('outdated'));
    expect(failures).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    await answer(2, 'good');
    expect([asked, heard]).toEqual([['a', 'ab', 'abc'], ['good']]);
  });

  it('reports nothing after it was closed', async () => {
    const { live, asked, heard, answer } = setUp();
    live.change('a');
    await vi.advanceTimersByTimeAsync(500);
    live.change('ab');
    live.close();
    await answer(0, 'late');
    await vi.advanceTimersByTimeAsync(1000);
    expect([asked, heard]).toEqual([['a'], []]);
  });
});
