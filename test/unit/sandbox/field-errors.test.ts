import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFields } from '../../../sandbox/intermediary/field-errors.ts';

const schema = z.object({ name: z.string().min(1).max(3), year: z.number().min(1000).max(9999) });

describe('the service’s error for a field', () => {
  it.each([
    [{ year: 2026 }, { name: ['Campo obligatorio.'] }],
    [{ name: '', year: 2026 }, { name: ['No puede estar vacío.'] }],
    [{ name: 'abcd', year: 2026 }, { name: ['Demasiado largo.'] }],
    [{ name: 'a', year: 999 }, { year: ['Fuera del intervalo admitido.'] }],
    [{ name: 'a', year: 10_000 }, { year: ['Fuera del intervalo admitido.'] }],
    [{ name: 'a', year: '2026' }, { year: ['Tipo de dato no válido.'] }],
  ])('is right for %j', (input, errors) => {
    expect(parseFields(schema, input)).toEqual({ ok: false, errors });
  });
});
