import { afterAll, expect, it } from 'vitest';
import { planFixes } from '../../../../main/validator/fixes/plan.ts';
import { validateDocument } from '../../../../main/validator/validate-document.ts';
import { EveryFault } from '../../../../main/validator/validate-form.ts';
import { buildDocument } from '../../../fixtures/validator/rules/builder.ts';
import { createCore } from '../core.ts';

const core = createCore();
afterAll(() => core.dispose());

/** The fixes tried for a document with this invoice number, before anything is checked again. */
function plannedFor(number: string): readonly (string | undefined)[] {
  const clean = buildDocument('140-with-invoice', {
    edits: { 'CabeceraFactura/NumFactura': 'F-1' },
  });
  const broken = clean.replace('<NumFactura>F-1<', () => `<NumFactura>${number}<`);
  const everyFault = new EveryFault();
  validateDocument(
    Buffer.from(broken),
    { checks: 'all', today: 20_260_410, everyFault },
    core.engine,
  );
  if (everyFault.form === null) throw new Error('no form');
  return planFixes(everyFault.form)
    .filter(({ fault }) => fault.code === 'schema_too_long')
    .map(({ value }) => value?.after);
}

it('spaces are removed from a text that is too long only if it then fits', () => {
  const twenty = 'FACTURA-2026/0000017';
  expect(plannedFor(` ${twenty} `)).toEqual([twenty]);
  expect(plannedFor(` ${twenty}8 `)).toEqual([]);
});
