import { afterAll, describe, expect, it } from 'vitest';
import { pairs } from '../../../fixtures/validator/fixes/pairs.ts';
import { createCore } from '../core.ts';
import { fixed, offersOf } from './fixing.ts';

const core = createCore();
afterAll(() => core.dispose());

describe.each(pairs)('$what', ({ clean, broken, mended: wanted, fix, code, untouched }) => {
  it('is offered, and fixed to the clean document', () => {
    expect(core.validate(clean).issues).toEqual([]);
    expect(offersOf(core, broken)).toContainEqual(expect.objectContaining({ fix, code }));
    const document = fixed(core, broken);
    expect(Buffer.from(document?.bytes ?? []).toString('utf8')).toBe(wanted);
    expect(document?.validation.verdict).toBe('valid');
  });

  it('is not offered when it could mean two things', () => {
    expect(core.validate(untouched).issues).not.toEqual([]);
    expect(offersOf(core, untouched)).toEqual([]);
  });
});

it.each(['03-15-2026', '3/15/2026', '03152026'])(
  'no day is certain beside %s, which has its month first',
  (other) => {
    const [{ clean } = { clean: '' }] = pairs.filter(({ fix }) => fix === 'date_order');
    const withIssued = (day: string) =>
      clean.replace(/(<FechaExpedicionFactura>)[^<]*/, `$1${day}`);
    const offered = (xml: string) => offersOf(core, xml).map(({ fix }) => fix);
    for (const issued of ['3.1.2026', '03012026']) {
      expect(offered(withIssued(issued))).toEqual(['date_order']);
      const beside = withIssued(issued).replace(/(<FechaRecepcion>)[^<]*/, `$1${other}`);
      expect(offered(beside)).toEqual([]);
    }
  },
);
