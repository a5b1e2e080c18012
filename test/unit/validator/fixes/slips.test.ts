import { afterAll, expect, it } from 'vitest';
import { forms } from '../../../fixtures/validator/forms.ts';
import { createGenerator } from '../../../fixtures/validator/generator.ts';
import { rounds } from '../../../rounds.ts';
import { createCore } from '../core.ts';
import { fixed, offersOf } from './fixing.ts';

const core = createCore();
afterAll(() => core.dispose());

it('every offered fix can be made alone, and changes no total', () => {
  const generator = createGenerator(41);
  const documents = rounds(120, 600);
  let tried = 0;
  for (let index = 0; index < documents; index += 1) {
    const { xml, slips } = generator.mutant(forms[index % forms.length]?.name ?? '240-received');
    const { totals } = core.validate(xml);
    for (const { fix, code, ledgerCode, count } of offersOf(core, xml)) {
      const about = `document ${index} (${slips.join(', ')}), ${fix} of ${code}`;
      const alone = fixed(core, xml, { chosen: [{ fix, code, ledgerCode, at: null }] });
      expect(alone?.total, about).toBeGreaterThanOrEqual(count);
      tried += 1;
      // A doubled part is counted once afterwards; an unreadable one has no sum before.
      if (fix.startsWith('repeated')) continue;
      const known = Object.entries(totals).filter(([, sum]) => sum !== null);
      expect(alone?.validation.totals, about).toMatchObject(Object.fromEntries(known));
    }
  }
  expect(tried).toBeGreaterThan(documents * 1.6);
}, 60_000);
