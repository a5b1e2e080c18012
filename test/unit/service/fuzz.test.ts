import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZubiError } from '../../../contract/errors.ts';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { asJson, isBrokenJson } from '../../../main/service/answer-body.ts';
import { readCompany, readLicense, readTerritories } from '../../../main/service/answers.ts';
import { toUploadOutcome } from '../../../main/service/authorizations.ts';
import type { HttpResult } from '../../../main/service/http.ts';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { denialsIn } from '../../../main/service/refusals.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import type { AnsweredRecord, LedgerResponse } from '../../../main/validator/validator-port.ts';
import { fileWith, readingOf } from '../../fixtures/answers.ts';
import { rounds } from '../../rounds.ts';

const numRuns = rounds(2000, 10_000);
const context = {
  profile: defaultServiceProfile(),
  redactor: createRedactor([new Secret('a-secret-of-some-length')]),
  now: new Date(0),
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
/** An answer with every part, so that it may be an acceptance. */
const wholeAnswer = fc.record({
  result: fc.oneof(fc.constant('correct'), word),
  records: fc.oneof(fc.constant([]), fc.array(fc.record({ state: word }), { maxLength: 3 })),
  ledger_response_xml: fc.constant('…'),
});
const body = fc.oneof(
  { weight: 6, arbitrary: wholeAnswer.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 6, arbitrary: answer.map((value) => Buffer.from(JSON.stringify(value))) },
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
);
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  fc.constantFrom(...context.profile.answers.error.notDeliveredStatuses),
  fc.integer({ min: 200, max: 599 }),
);

test('H6: thousands of answers end in an outcome, never in a throw', () => {
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
        // Only a refusal of records is read behind a status that refuses.
        if (code < 300) return;
        expect(outcome.result ?? 'incorrect').toBe('incorrect');
        expect(outcome.records.some(({ state }) => state === 'incorrect')).toBe(true);
      },
    ),
    { numRuns, seed: 20_260 },
  );
  // Each kind was reached often: the generator works.
  expect(Math.min(seen.answered, seen.not_delivered, seen.unknown)).toBeGreaterThan(numRuns / 100);
});

const names = [
  'id',
  'name',
  'api_key',
  'data',
  'developer',
  'software',
  'version',
  'regional_territory_data',
  'errors',
];
const anyObject = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 6 });
const otherBody = fc.oneof(
  { weight: 4, arbitrary: anyObject.map((value) => Buffer.from(JSON.stringify(value))) },
  {
    weight: 2,
    arbitrary: fc
      .array(anyObject, { maxLength: 3 })
      .map((data) => Buffer.from(JSON.stringify({ data, id: 7, api_key: 'k' }))),
  },
  body,
);

test('H6: thousands of answers to everything else end in a value or an error of the contract', () => {
  const seen = { value: 0, error: 0 };
  fc.assert(
    fc.property(
      otherBody,
      status,
      fc.constantFrom('application/json', 'text/html', null),
      (bytes, code, contentType) => {
        const raw = { status: code, contentType, body: bytes, latencyMs: 1 };
        for (const read of [readTerritories, readLicense, readCompany]) {
          try {
            read(raw, context.profile);
            seen.value += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(ZubiError);
            seen.error += 1;
          }
        }
        const upload = toUploadOutcome(
          { kind: 'answered', raw, retryAfter: null },
          context.profile,
          context.redactor,
        );
        const json = asJson(raw);
        const isDoubtful = denialsIn(json, context.profile).length > 0 || isBrokenJson(json);
        expect(upload.kind === 'received').toBe(code === 200 && !isDoubtful);
      },
    ),
    { numRuns, seed: 20_261 },
  );
  expect(Math.min(seen.value, seen.error)).toBeGreaterThan(numRuns / 100);
});

const key = fc.dictionary(
  fc.constantFrom('issuer', 'series', 'number', 'date'),
  fc.constantFrom('1', '2', '3', 'B1'),
);
const textOrNone = fc.option(fc.string(), { nil: null });
const answeredRecord: fc.Arbitrary<AnsweredRecord> = fc.record({
  key,
  state: fc.constantFrom('correct', 'accepted_with_errors', 'incorrect', 'cancelled', 'not_told'),
  code: textOrNone,
  messageEs: textOrNone,
  messageEu: textOrNone,
});
const emptyHeader = {
  model: null,
  chapter: null,
  subchapter: null,
  operation: null,
  fiscalYear: null,
  taxId: null,
  name: null,
};
/** Every record of the file, most often all taken or all refused. */
const wholeResponse = fc
  .tuple(
    ...['1', '2', '3'].map((number) =>
      answeredRecord.map((each) => ({ ...each, key: { number } })),
    ),
  )
  .chain((records) =>
    fc.constantFrom(
      records,
      records.map((each) => ({ ...each, state: 'correct' as const })),
      records.map((each) => ({ ...each, state: 'incorrect' as const })),
    ),
  );
const response: fc.Arbitrary<LedgerResponse | null> = fc.option(
  fc.oneof(wholeResponse, fc.array(answeredRecord, { maxLength: 5 })).map((records) => ({
    header: emptyHeader,
    presentedAt: null,
    presenter: null,
    records,
  })),
  { nil: null },
);
const file = ['1', '2', '3'].map((number, index) => ({
  record: index + 1,
  key: { ...emptyKey, number },
  counterparty: null,
  amount: null,
}));

test('H6: thousands of answers with the ledger’s own document have an outcome, and no refusal is called accepted', () => {
  const states = new Map<string, number>();
  fc.assert(
    fc.property(body, status, response, (bytes, code, inner) => {
      const raw = { status: code, contentType: 'application/json', body: bytes, latencyMs: 1 };
      const outcome = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
      const settled = classifyOutcome(outcome, fileWith(file, readingOf(inner)));
      states.set(settled.state, (states.get(settled.state) ?? 0) + 1);
      const said = outcome.kind === 'answered' ? outcome.records : [];
      const told = [...said, ...(inner?.records ?? [])];
      if (told.some(({ state }) => state === 'incorrect'))
        expect(settled.state).not.toBe('accepted');
      if (inner?.records.some(({ state }) => state !== 'incorrect' && state !== 'not_told'))
        expect(settled.state).not.toBe('rejected');
      if (code >= 300 || outcome.kind !== 'answered') expect(settled.state).not.toBe('accepted');
      if (outcome.kind === 'answered' && outcome.absent.length > 0)
        expect(settled.state).not.toBe('accepted');
    }),
    { numRuns, seed: 20_262 },
  );
  for (const state of ['accepted', 'partially_accepted', 'rejected', 'failed', 'unknown'])
    expect(states.get(state), state).toBeGreaterThan(numRuns / 100);
});
