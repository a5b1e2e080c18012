import { expect, it } from 'vitest';
import { loadTexts } from '../../../main/platform/texts.ts';

const refusal = (unknownKeys: { path: string; nearest: string | null }[]) => ({
  code: 'invalid_input' as const,
  details: { fields: ['.: unrecognized_keys'], unknownKeys },
});

it.each(['es', 'eu', 'en'] as const)(
  'the command line says in %s which key is unknown',
  (language) => {
    const { failure } = loadTexts(language);
    const near = failure(refusal([{ path: 'filter.stat', nearest: 'filter.states' }]));
    expect(near).toMatch(/[“«]filter\.stat[”»].*[“«]filter\.states[”»].*\. .*\.$/);
    const alone = failure(refusal([{ path: 'all', nearest: null }]));
    expect(alone).toMatch(/[“«]all[”»]/);
    expect(alone).not.toContain('…');
    const plain = failure({ code: 'invalid_input', details: { fields: [] } });
    expect(new Set([near, alone, plain]).size).toBe(3);
  },
);
