import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallError } from '../../../contract/errors.ts';
import { describeInputFaults } from '../../../main/input-faults.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';

const schema = z.strictObject({
  name: z.string().min(3),
  count: z.number().int().max(50),
  state: z.enum(['open', 'closed']),
  from: z.iso.date(),
  ids: z.array(z.string()).min(1),
  word: z.union([z.string(), z.number()]),
});
const given = { name: 'x', count: 99, state: 'secret-key', from: 'soon', ids: [], word: null };

function refusalOf(value: unknown): CallError {
  const { error } = schema.safeParse(value);
  return { code: 'invalid_input', details: describeInputFaults(schema, error?.issues ?? []) };
}

describe('an invalid input', () => {
  it('is reported on the command line by its fields and their expected values', () => {
    const said = loadTexts('en').failure(refusalOf(given));
    expect(said.split('. ')).toEqual([
      '“name”: expected a text of 3 or more characters',
      '“count”: expected 50 or less',
      '“state”: expected "open" | "closed"',
      '“from”: expected a day (2026-11-24)',
      '“ids”: expected a list of 1 or more',
      '“word”: expected string | number',
      'Nothing was saved or sent.',
    ]);
    expect(loadTexts('en').failure(refusalOf([]))).toMatch(/^The input: expected an object\. /);
  });

  it.each(['es', 'eu', 'en'] as const)('is reported in %s, without the given value', (language) => {
    const { failure } = loadTexts(language);
    const said = failure(refusalOf(given));
    for (const field of Object.keys(given)) expect(said).toMatch(new RegExp(`[«“]${field}[»”]: `));
    expect(said).not.toMatch(/secret-key|soon|…|expected\.|undefined/);
    const own = failure({ code: 'invalid_input', details: { fields: ['serviceId: required'] } });
    expect(own).toMatch(/^[«“]serviceId[»”]: /);
  });

  it('is reported for a service profile in the same way', () => {
    const { requests, ...rest } = defaultServiceProfile();
    const submission = { ...requests.submission, xml: 'file', operation: 'file.kind' };
    const told = (profile: unknown) => {
      try {
        parseServiceProfile(profile);
      } catch (error) {
        return loadTexts('en').failure(error as CallError);
      }
      return '';
    };
    expect(told({ ...rest, requests: { ...requests, submission } })).toMatch(
      /^“requests\.submission”: each field needs its own place: file, file\.kind\. /,
    );
    expect(told({ ...rest, requests, timeouts: 'soon', extra: 1 })).toMatch(
      /“timeouts”: expected an object\. .*“extra”: this name is not known\. /,
    );
    expect(told('{')).toMatch(/^The input: is not JSON\. /);
  });
});
