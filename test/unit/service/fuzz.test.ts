import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Secret } from '../../../main/secrets/secret.ts';
import { createBlotter } from '../../../main/service/blotting.ts';
import type { HttpResult } from '../../../main/service/http.ts';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';

const context = {
  profile: defaultServiceProfile(),
  blotter: createBlotter([new Secret('a-secret-of-some-length')]),
  now: new Date(0),
  onBrokenLedgerResponse: () => {},
};
const word = fc.constantFrom(
  'correct',
  'partially_correct',
  'incorrect',
  'accepted_with_errors',
  'odd',
  null,
);
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.jsonValue());
const record = fc.record(
  {
    key: maybe(fc.dictionary(fc.constantFrom('issuer', 'number'), fc.string())),
    state: maybe(word),
    code: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const answer = fc.record(
  {
    result: maybe(word),
    identifier: fc.jsonValue(),
    message: fc.jsonValue(),
    errors: fc.jsonValue(),
    records: maybe(fc.array(maybe(record), { maxLength: 4 })),
    ledger_response_xml: maybe(fc.base64String()),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: answer.map((value) => Buffer.from(JSON.stringify(value))) },
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  fc.constantFrom(...context.profile.answers.error.notDeliveredStatuses),
  fc.integer({ min: 200, max: 599 }),
);

test('ten thousand answers end in an outcome, never in a throw, and never accepted against a refusal', () => {
  const seen = { answered: 0, not_delivered: 0, unknown: 0 };
  fc.assert(
    fc.property(
      body,
      status,
      fc.constantFrom('application/json', 'text/html', null),
      (bytes, code, contentType) => {
        const raw = { status: code, contentType, body: bytes, latencyMs: 1 };
        const result: HttpResult = { kind: 'answered', raw, retryAfter: '1' };
        const outcome = toSendOutcome(result, context);
        seen[outcome.kind] += 1;
        expect(outcome.raw?.status).toBe(code);
        if (outcome.kind !== 'answered') return;
        expect(code).toBeLessThan(300);
        const refused = outcome.records.some(({ state }) => state === 'incorrect');
        if (refused) expect(outcome.result).not.toBe('correct');
      },
    ),
    { numRuns: 10_000, seed: 20_260 },
  );
  // Each kind was reached often: the generator does not miss its mark.
  expect(Math.min(seen.answered, seen.not_delivered, seen.unknown)).toBeGreaterThan(100);
});
