import { afterAll, expect, it } from 'vitest';
import { createValidator } from '../../../../main/validator/validator.ts';
import { buildDocument } from '../../../fixtures/validator/rules/builder.ts';

const validator = createValidator({ threads: 1 });
afterAll(() => validator.close());

async function codesOn(today: string | undefined): Promise<(string | null)[]> {
  const bytes = Buffer.from(buildDocument('240-received-cancellation'));
  const options = { maxFileBytes: 1e6, checks: 'all', keepXml: false } as const;
  const { validation } = await validator.validate(
    { kind: 'bytes', bytes },
    today === undefined ? options : { ...options, today },
  );
  return validation.issues.map(({ ledgerCode }) => ledgerCode);
}

it('a thread gets the current date', async () => {
  expect(await codesOn('2026-01-10')).toEqual([]);
  // The record was issued the day after, and its year has not begun the year before.
  expect(await codesOn('2026-01-09')).toEqual(['B4_2000007']);
  expect(await codesOn('2025-12-31')).toEqual([null, 'B4_2000007']);
});

it('a thread applies rules from the date of their document on', async () => {
  expect(await codesOn('2021-05-03')).toEqual([]);
  expect(await codesOn('2021-05-04')).toEqual([null, 'B4_2000007']);
});

it('a thread reads the clock when no date is given', async () => {
  expect(await codesOn(undefined)).toEqual(
    new Date() < new Date('2026-01-10') ? expect.anything() : [],
  );
});
