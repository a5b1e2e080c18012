import { describe, expect, it } from 'vitest';
import type { CallError, ErrorCode } from '../../../contract/errors.ts';
import { RateLimiter } from '../../../main/features/outbox/rate-limiter.ts';
import {
  concernsEveryFile,
  isPassing,
  jitteredWaitMs,
  nextWaitMs,
} from '../../../main/features/outbox/retrying.ts';
import type { SendOutcome } from '../../../main/service/client-port.ts';

const failed = (
  code: ErrorCode,
  details: CallError['details'] = {},
  retryAfterMs: number | null = null,
) => ({ kind: 'not_delivered', error: { code, details }, raw: null, retryAfterMs }) as const;
const answered: SendOutcome = {
  kind: 'answered',
  result: 'correct',
  identifier: null,
  registrationNumber: null,
  code: null,
  message: null,
  records: [],
  absent: [],
  fields: {},
  carriesResponse: false,
  refusals: [],
  raw: { status: 200, contentType: null, body: new Uint8Array(), latencyMs: 1 },
};
const refused = failed('connection_refused');

function gateAt(
  options: {
    isPatient?: boolean;
    rate?: { requests: number; intervalMs: number } | null;
    random?: number;
  } = {},
) {
  const time = { now: 0 };
  const pace = {
    now: () => time.now,
    random: () => options.random ?? 0.999_999,
    after: () => () => {},
  };
  const limits = { concurrency: 4, rate: options.rate ?? null };
  return { time, gate: new RateLimiter({ pace, limits, isPatient: options.isPatient ?? true }) };
}

describe('automatic retries', () => {
  it.each([
    [refused, true],
    [failed('connection_dns'), true],
    [failed('connection_timeout'), true],
    [failed('connection_lost'), true],
    [failed('service_rate_limited'), true],
    [failed('connection_proxy', { proxyUnreachable: true }), true],
    [failed('connection_proxy', { status: 407 }), false],
    [failed('connection_tls', { reason: 'CERT_HAS_EXPIRED' }), false],
    [failed('service_too_large'), false],
    [failed('service_unauthorized'), false],
    [failed('company_without_key'), false],
    [answered, false],
    [
      { kind: 'unknown', error: { code: 'connection_lost', details: {} }, raw: null } as const,
      false,
    ],
    [
      { kind: 'unknown', error: { code: 'service_rate_limited', details: {} }, raw: null } as const,
      false,
    ],
  ])('%o: %s', (outcome, passing) => {
    expect(isPassing(outcome)).toBe(passing);
  });

  it('wait with full jitter, at least as long as the service asked', () => {
    expect([1, 2, 3, 5, 6, 9].map((failures) => jitteredWaitMs(failures, () => 0.5))).toEqual([
      500, 1000, 2000, 8000, 15_000, 15_000,
    ]);
    expect(jitteredWaitMs(3, () => 0)).toBe(0);
    expect([10, 11, 500].map((failures) => jitteredWaitMs(failures, () => 0.5))).toEqual([
      15_000, 60_000, 60_000,
    ]);
    expect(nextWaitMs(failed('service_rate_limited', {}, 7000), 1, () => 0.9)).toBe(7000);
    expect(nextWaitMs(failed('service_rate_limited', {}, 1e12), 1, () => 0)).toBe(86_400_000);
  });

  it('do not treat a fault of one company as a fault of every file', () => {
    const codes: ErrorCode[] = [
      'connection_tls',
      'secrets_locked',
      'service_unauthorized',
      'company_without_key',
    ];
    expect(codes.map((code) => concernsEveryFile({ code, details: {} }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the rate limiter', () => {
  it('lets one file through after a failure, and all of them after a success', () => {
    const { gate, time } = gateAt();
    expect([gate.lanes(), gate.waitMs()]).toEqual([4, 0]);
    expect(gate.assess(0, refused, 0)).toEqual({ kind: 'postpone', waitMs: 999 });
    expect([gate.lanes(), gate.waitMs(), gate.waiting()?.because]).toEqual([
      1,
      999,
      'connection_refused',
    ]);
    time.now = 999;
    expect([gate.waitMs(), gate.waiting()]).toEqual([0, null]);
    gate.assess(0, answered, 999);
    expect(gate.lanes()).toBe(4);
  });

  it('counts simultaneous failures once', () => {
    const { gate, time } = gateAt();
    time.now = 10;
    for (const startedAt of [0, 1, 2, 3]) gate.assess(0, refused, startedAt);
    expect(gate.waitMs()).toBe(999);
    time.now = 2000;
    gate.assess(1, refused, 1500);
    expect(gate.waitMs()).toBe(1999);
  });

  it('gives up after five answers that ask for a wait; in a window never for an unreachable service', () => {
    const { gate } = gateAt();
    const asked = failed('service_rate_limited');
    expect(gate.assess(3, asked, 0).kind).toBe('postpone');
    expect(gate.assess(4, asked, 0)).toEqual({ kind: 'settle' });
    for (const code of [
      'connection_refused',
      'connection_dns',
      'connection_timeout',
      'connection_lost',
    ] as const)
      expect(gate.assess(400, failed(code), 0).kind, code).toBe('postpone');
  });

  it('gives up for a command after five tries of a file, or five failures of any files', () => {
    expect(gateAt({ isPatient: false }).gate.assess(4, refused, 0)).toEqual({ kind: 'settle' });
    const command = gateAt({ isPatient: false });
    const kinds = [1, 2, 3, 4, 5, 6].map((try_) => {
      command.time.now += 60_000;
      return command.gate.assess(0, refused, command.time.now - try_).kind;
    });
    expect(kinds).toEqual(['postpone', 'postpone', 'postpone', 'postpone', 'settle', 'settle']);
    expect(command.gate.waitMs()).toBe(0);
  });

  it('does not end files of a command queued by another run, and leaves them after five failures', () => {
    const { gate, time } = gateAt({ isPatient: false });
    const kinds = [1, 2, 3, 4, 5, 6].map(() => {
      time.now += 60_000;
      return gate.assess(400, refused, time.now - 1, false).kind;
    });
    expect(kinds).toEqual(['postpone', 'postpone', 'postpone', 'postpone', 'leave', 'leave']);
    expect(gate.waitMs()).toBe(0);
    // Five times asked for patience is the end in a window, too.
    const asked = failed('service_rate_limited');
    expect(gateAt({ isPatient: false }).gate.assess(4, asked, 0, false).kind).toBe('settle');
  });

  it('is reset by a person, but not before the wait of the service ends', () => {
    const { gate } = gateAt();
    gate.assess(0, refused, 0);
    gate.open();
    expect([gate.waitMs(), gate.lanes()]).toEqual([0, 4]);
    gate.assess(0, failed('service_rate_limited', {}, 5000), 0);
    gate.open();
    expect(gate.waitMs()).toBe(5000);
  });

  it('lets one file through when an attempt from before the request of a person fails', () => {
    const { time, gate } = gateAt();
    time.now = 10;
    gate.assess(0, refused, 0);
    gate.open();
    gate.assess(0, refused, 5);
    expect(gate.lanes()).toBe(1);
  });

  it('keeps a wait from before a restart with its reason, and drops it for another service', () => {
    const { gate } = gateAt();
    gate.resumeWait(5000, 'service_rate_limited');
    gate.open();
    expect(gate.waiting()).toEqual({ ms: 5000, because: 'service_rate_limited' });
    gate.forget();
    expect([gate.waiting(), gate.waitMs(), gate.lanes()]).toEqual([null, 0, 4]);
    gate.resumeWait(5000, 'connection_dns');
    expect(gate.lanes(), 'one probes').toBe(1);
    gate.open();
    expect(gate.waitMs()).toBe(0);
  });

  it('keeps the request rate of the profile in every period', () => {
    const { gate, time } = gateAt({ rate: { requests: 3, intervalMs: 1000 } });
    const left: number[] = [];
    while (left.length < 9) {
      time.now += gate.waitMs();
      gate.pass();
      left.push(time.now);
      time.now += 100;
    }
    for (const [index, at] of left.entries())
      expect((left[index + 3] ?? Infinity) - at).toBeGreaterThanOrEqual(1000);
    expect(left).toEqual([0, 100, 200, 1000, 1100, 1200, 2000, 2100, 2200]);
  });
});
