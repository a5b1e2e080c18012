import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Judge } from '../../../main/platform/ports.ts';
import { createJudge } from '../../../main/validator/validator.ts';
import { hostileCases } from './hostile-cases.ts';

const options = { maxFileBytes: 32 * 1024 * 1024, checks: 'all', keepXml: false } as const;

// holds X2, X3
describe('a hostile document', () => {
  let judge: Judge;
  beforeAll(() => {
    judge = createJudge({ threads: 1 });
  });
  afterAll(() => judge.close());

  it.each(hostileCases)('$name: $code', async ({ make, code, verdict = 'unreadable' }) => {
    const document = make();
    const bytes = typeof document === 'string' ? Buffer.from(document, 'utf8') : document;
    const { judgement, xmlGzip } = await judge.judge({ kind: 'bytes', bytes }, options);
    expect(judgement.issues[0]?.code ?? null).toBe(code);
    expect(judgement.verdict).toBe(verdict);
    expect(judgement.issueCounts.error).toBeGreaterThan(0);
    expect(xmlGzip).toBeNull();
  });
});
