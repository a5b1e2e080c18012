import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../../../main/features/companies/import/table/read-xlsx.ts';
import { createTableReader } from '../../../main/features/companies/import/table/table-reader.ts';
import { fullSize, hostileWorkbooks } from '../../fixtures/workbooks/hostile.ts';
import { companySheet, makeWorkbook, textCell } from '../../fixtures/workbooks/make-workbook.ts';

const workerFile = new URL('../../fixtures/workbooks/stuck-worker.ts', import.meta.url);
const good = makeWorkbook({
  sheets: [companySheet(`<row>${textCell('A1')}${textCell('Peña')}</row>`)],
});

/** The longest block of the main thread during `work`, as a part of the whole time. */
async function maxGap(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let [last, longest] = [start, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(timer);
  const end = performance.now();
  return Math.max(longest, end - last) / (end - start);
}

describe('a hostile workbook', () => {
  it.each(Object.entries(hostileWorkbooks(3_000_000)))(
    'is read, or refused by name: %s',
    async (_name, make) => {
      const outcome = await readSpreadsheet(make()).then(
        ({ rows }) => rows.length,
        (error) => error.code,
      );
      expect(['number', 'import_format', 'import_too_large']).toContain(
        typeof outcome === 'number' ? 'number' : outcome,
      );
    },
  );

  it('is read within its own limits, before its thread is ended, and leaves the main thread free', async () => {
    const bytes =
      hostileWorkbooks(fullSize)['millions of cells in one row']?.() ?? new Uint8Array();
    expect(bytes.byteLength).toBeLessThan(700 * 1024);
    const read = createTableReader();
    expect(await maxGap(() => read({ bytes }))).toBeLessThan(0.5);
  });
});

describe('the thread that reads a table', () => {
  it.each([
    ['time_limit', 'for ever', { timeLimitMs: 300 }],
    ['crashed', 'without end', { heapMegabytes: 32 }],
    ['crashed', 'gone', {}],
  ])(
    'is ended when it does not end by itself (%s), and the next file is read',
    async (reason, what, limits) => {
      const stuck = createTableReader({ workerFile, ...limits });
      await expect(stuck({ bytes: Buffer.from(what) })).rejects.toMatchObject({
        code: 'import_stopped',
        details: { reason },
      });
      expect((await createTableReader()({ bytes: good })).rows).toHaveLength(1);
    },
  );

  it('takes one file at a time, and continues after a refused one', async () => {
    const read = createTableReader();
    const outcomes = await Promise.allSettled([
      read({ bytes: Buffer.from('PK\u0003\u0004') }),
      read({ bytes: good }),
      read({ bytes: Buffer.from('NIF;Empresa\nA1;Peña') }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
