import { afterAll, describe, expect, it } from 'vitest';
import { pairs } from '../../../fixtures/validator/fixes/pairs.ts';
import { createCore } from '../core.ts';
import { mended, offersOf } from './mending.ts';

const core = createCore();
afterAll(() => core.dispose());

describe.each(pairs)('$what', ({ clean, broken, mended: wanted, fix, code, untouched }) => {
  it('is offered, and mended to the clean document', () => {
    expect(core.judge(clean).issues).toEqual([]);
    expect(offersOf(core, broken)).toContainEqual(expect.objectContaining({ fix, code }));
    const document = mended(core, broken);
    expect(Buffer.from(document?.bytes ?? []).toString('utf8')).toBe(wanted);
    expect(document?.judgement.verdict).toBe('valid');
  });

  it('is not offered where it could mean two things', () => {
    expect(core.judge(untouched).issues).not.toEqual([]);
    expect(offersOf(core, untouched)).toEqual([]);
  });
});
