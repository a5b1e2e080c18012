import { afterEach, describe, expect, it, vi } from 'vitest';
import { history } from '../../../main/hosts/cli/history.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

/** A history in which nothing is found. */
vi.mock('../../../main/hosts/cli/session.ts', () => ({
  withSession: (_data: null, _texts: unknown, run: (session: object) => Promise<number>) =>
    run({ call: async () => ({ submissions: [], nextCursor: null }) }),
}));

const written = (to: 'stdout' | 'stderr') => {
  const lines: string[] = [];
  vi.spyOn(process[to], 'write').mockImplementation((text: unknown, done?: unknown) => {
    lines.push(String(text));
    if (typeof done === 'function') done();
    return true;
  });
  return lines;
};

afterEach(() => void vi.restoreAllMocks());

describe('a history without submissions', () => {
  it.each([
    [{ json: false }, '', 'zubi: Todavía no se ha enviado nada.\n'],
    [{ json: false, text: 'acme' }, '', 'zubi: Ningún envío coincide.\n'],
    [{ json: true }, '[]\n', ''],
  ])('prints its sentence apart from the output: %j', async (options, stdout, stderr) => {
    const [out, err] = [written('stdout'), written('stderr')];
    expect(await history({ ...options, data: null }, loadTexts('es'))).toBe(0);
    expect([out.join(''), err.join('')]).toEqual([stdout, stderr]);
  });
});
