import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createValidator } from '../../../main/validator/validator.ts';
import type { Validator } from '../../../main/validator/validator-port.ts';
import { hostileCases } from './hostile-cases.ts';

const options = { maxFileBytes: 32 * 1024 * 1024, checks: 'all', keepXml: false } as const;

// holds X2, X3
describe('a hostile document', () => {
  let validator: Validator;
  beforeAll(() => {
    validator = createValidator({ threads: 1 });
  });
  afterAll(() => validator.close());

  it.each(hostileCases)('$name: $code', async ({ make, code, verdict = 'unreadable' }) => {
    const document = make();
    const bytes = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
    const { validation, xmlGzip } = await validator.validate({ kind: 'bytes', bytes }, options);
    expect(validation.issues[0]?.code ?? null).toBe(code);
    expect(validation.verdict).toBe(verdict);
    expect(validation.issueCounts.error).toBeGreaterThan(0);
    expect(xmlGzip).toBeNull();
  });
});
