import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { profileExamples } from '../../fixtures/profiles/examples.ts';
import { profileDocument, profileDocumentFile } from '../../fixtures/profiles/profile-document.ts';
import { openOffice } from '../core/office.ts';

it('docs/service-profile.md agrees with the schema and the examples', () => {
  expect(readFileSync(profileDocumentFile, 'utf8')).toBe(profileDocument());
});

it.each(profileExamples)('$title: its answer is read as the guide says', async (example) => {
  const { call } = await openOffice();
  const profile = { ...example.changes };
  const { status, body } = example.answer;
  const { outcome, places } = await call('profile.try', {
    call: 'submission',
    profile,
    answer: { status, text: JSON.stringify(body) },
  });
  expect(outcome?.state).toBe(example.state);
  expect(places.some(({ found }) => found !== null)).toBe(true);
});
