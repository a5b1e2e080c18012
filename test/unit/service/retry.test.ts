import { describe, expect, test } from 'vitest';
import type { ErrorCode, Json } from '../../../contract/errors.ts';
import type { HttpResult } from '../../../main/service/http.ts';
import { type Pace, parseRetryAfter, retryReading } from '../../../main/service/retry.ts';

const answered = (status: number, retryAfter: string | null = null): HttpResult => ({
  kind: 'answered',
  retryAfter,
  raw: { status, contentType: null, body: Buffer.alloc(0), latencyMs: 0 },
});
const failed = (code: ErrorCode, details: Record<string, Json> = {}): HttpResult => ({
  kind: 'failed',
  sent: false,
  error: { code, details },
  raw: null,
  retryAfter: null,
});

/** Runs a reading on a clock of its own, on which each try takes `tryMs`. */
async function run(
  results: readonly HttpResult[],
  { random = 0.5, totalMs = 100_000, tryMs = 0 } = {},
) {
  let now = 5000;
  const waits: number[] = [];
  const left: number[] = [];
  const pace: Pace = {
    now: () => now,
    random: () => random,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
  const attempt = async (leftMs: number): Promise<HttpResult> => {
    const result = results[left.length];
    left.push(leftMs);
    now += tryMs;
    return result ?? expect.unreachable();
  };
  const retryAfterMs = ({ retryAfter }: HttpResult) => parseRetryAfter(retryAfter, new Date(0));
  const result = await retryReading(attempt, { totalMs, retryAfterMs }, pace);
  return { result, waits, left };
}

// holds H4
describe('a read request', () => {
  test('is repeated twice at most, each wait at most double the one before', async () => {
    const bad = answered(503);
    for (const [random, waits] of [
      [0, [0, 0]],
      [0.5, [125, 250]],
      [0.999, [249, 499]],
    ] as const) {
      expect(await run([bad, bad, bad, answered(200)], { random })).toMatchObject({
        result: bad,
        waits,
      });
    }
  });

  test('waits as long as the service asks, a minute at most', async () => {
    expect((await run([answered(429, '3'), answered(200)])).waits).toEqual([3000]);
    expect((await run([answered(429, '600'), answered(200)])).waits).toEqual([60_000]);
    expect(
      (await run([answered(503, 'Thu, 01 Jan 1970 00:00:07 GMT'), answered(200)])).waits,
    ).toEqual([7000]);
  });

  test('has one deadline for all its tries', async () => {
    const bad = failed('connection_timeout');
    const { left, result } = await run([bad, bad], { totalMs: 1000, tryMs: 600 });
    expect([left, result]).toEqual([[1000, 275], bad]);
    expect((await run([answered(429, '2')], { totalMs: 1500 })).waits).toEqual([]);
  });

  test.each([
    [answered(429), 3],
    [answered(500), 3],
    [answered(502), 3],
    [answered(504), 3],
    [answered(501), 1],
    [answered(200), 1],
    [answered(301), 1],
    [answered(401), 1],
    [answered(404), 1],
    [failed('connection_refused'), 3],
    [failed('connection_lost'), 3],
    [failed('connection_timeout'), 3],
    [failed('connection_dns', { reason: 'EAI_AGAIN' }), 3],
    [failed('connection_dns', { reason: 'ENOTFOUND' }), 1],
    [failed('connection_tls'), 1],
    [failed('connection_proxy'), 1],
    [failed('answer_too_large'), 1],
    [failed('answer_not_understood'), 1],
  ])('%j is sent %i times', async (result, tries) => {
    expect((await run([result, result, result])).left).toHaveLength(tries);
  });
});

test.each([
  ['7', 7000],
  [' 0 ', 0],
  ['Wed, 21 Oct 2015 07:28:05 GMT', 5000],
  ['Wednesday, 21-Oct-15 07:28:05 GMT', 5000],
  ['Wed, 21 Oct 2015 07:27:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2015-10-21', null],
  ['Wed, nonsense', null],
  ['99999999999', 99_999_999_999_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Wed Oct 21 07:28:05 2015', 5000],
  ['Sun Nov  1 07:28:00 2015', 11 * 86_400_000],
  ['Wed Oct 21 07:28:05', null],
  ['', null],
  ['Wed, 21 Oct 2015 07:29:00', 60_000],
  ['Wed, 21 Oct 2015 09:29:00 +0200', 60_000],
  [null, null],
])('Retry-After %j is %j ms', (header, expected) => {
  expect(parseRetryAfter(header, new Date('2015-10-21T07:28:00Z'))).toBe(expected);
});
