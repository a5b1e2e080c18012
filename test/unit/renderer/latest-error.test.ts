import { expect, it } from 'vitest';
import { CallFailure } from '../../../renderer/api/bridge.ts';
import { latestError } from '../../../renderer/api/latest-error.ts';

it('a card shows the refusal of its last command, until another command follows', () => {
  const never = { submittedAt: 0, error: null };
  const refused = { submittedAt: 5, error: new CallFailure({ code: 'internal', details: {} }) };
  expect(latestError(never, never)).toBe(null);
  expect(latestError(never, refused)).toMatchObject({ code: 'internal' });
  expect(latestError({ submittedAt: 6, error: null }, refused)).toBe(null);
});
