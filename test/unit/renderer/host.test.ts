import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../../contract/backoff.ts';
import { eventNames } from '../../../contract/events.ts';
import { CallFailure, toCallError } from '../../../renderer/api/bridge.ts';
import { readLaunchCode } from '../../../renderer/api/browser-session.ts';
import {
  createLineSplitter,
  parseEvent,
  reconnectWaits,
} from '../../../renderer/api/event-stream.ts';

describe('the event stream', () => {
  it('joins lines that arrive in parts, and drops empty ones', () => {
    const lines: string[] = [];
    const split = createLineSplitter((line) => lines.push(line));
    for (const piece of ['{"a"', ':1}\n\n{"b":2}\n{"c"', ':3}', '\n']) split(piece);
    expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('knows every event of the contract and nothing else', () => {
    for (const name of eventNames) {
      expect(parseEvent(JSON.stringify({ name, payload: {} }))).toEqual({ name, payload: {} });
    }
    for (const line of [
      '',
      'x',
      '1',
      'null',
      '{}',
      '{"name":"toString","payload":{}}',
      '{"name":"new.thing","payload":{}}',
    ]) {
      expect(parseEvent(line)).toBeNull();
    }
  });

  it('waits longer before each reconnection, within limits', () => {
    expect([1, 2, 3, 10].map((failures) => backoffMs(failures, reconnectWaits))).toEqual([
      250, 500, 1000, 8000,
    ]);
  });
});

describe('a launch address', () => {
  it('has a code; other fragments do not', () => {
    expect(readLaunchCode('#code=ab-_1')).toBe('ab-_1');
    for (const hash of ['', '#/submit', '#code=', '#/x#code=1'])
      expect(readLaunchCode(hash)).toBeNull();
  });
});

describe('toCallError', () => {
  it('keeps a refusal and hides every other error', () => {
    const error = { code: 'disk_full', details: {} } as const;
    expect(toCallError(new CallFailure(error))).toBe(error);
    expect(toCallError(new Error('secret words'))).toEqual({ code: 'internal', details: {} });
  });
});
