import { describe, expect, it } from 'vitest';
import { importLimits } from '../../../main/features/companies/import/table/limits.ts';
import { readCsv } from '../../../main/features/companies/import/table/read-csv.ts';
import { readSpreadsheet } from '../../../main/features/companies/import/table/read-xlsx.ts';
import { createTableReader } from '../../../main/features/companies/import/table/table-reader.ts';
import { makeZip } from '../../fixtures/make-zip.ts';
import { fullSize, hostileWorkbooks } from '../../fixtures/workbooks/hostile.ts';
import { companySheet, makeWorkbook, textCell } from '../../fixtures/workbooks/make-workbook.ts';
import { rounds } from '../../rounds.ts';

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

describe('a hostile text file', () => {
  const mega = rounds(500_000, 2_000_000);
  it.each<[string, string, string | number]>([
    ['delimiters alone', `NIF;Empresa\nA1;Peña${';'.repeat(mega)}`, 1],
    ['blank lines', `NIF;Empresa\n${'\n'.repeat(mega)}A1;Peña`, 'import_too_large'],
    ['blank lines at its end', `NIF;Empresa\nA1;Peña${'\n'.repeat(mega)}`, 1],
    ['doubled quotes', `NIF;Empresa\nA1;"${'""'.repeat(mega)}"`, 1],
    ['a quote in every cell', `NIF;Empresa\n${'"a";'.repeat(mega / 4)}`, 'import_too_large'],
    ['blanks that nobody sees', `NIF;Empresa\nA1;${' \u200b'.repeat(mega / 2)}`, 1],
    ['a heading without end', 'NIF '.repeat(mega / 4), 'import_empty'],
    [
      'more in its cells than is taken',
      `NIF;Empresa\n${`A1;${'x'.repeat(7900)}\n`.repeat(2200)}`,
      'import_too_large',
    ],
  ])('is read or refused by name: %s', (_what, text, expected) => {
    const read = () => readCsv(Buffer.from(text)).rows.length;
    if (typeof expected === 'number') expect(read()).toBe(expected);
    else expect(read).toThrow(expect.objectContaining({ code: expected }));
  });
});

describe('a hostile workbook', () => {
  it('is refused as a zip bomb before it is unpacked, whatever size it declares', async () => {
    const content = Buffer.alloc(40 * 1024 * 1024);
    for (const toldSize of [content.length, 1000]) {
      const bomb = makeZip([{ name: 'xl/worksheets/sheet1.xml', content, toldSize }]);
      expect(bomb.length).toBeLessThan(1024 * 1024);
      const code = toldSize === 1000 ? 'import_format' : 'import_too_large';
      await expect(readSpreadsheet(bomb)).rejects.toMatchObject({ code });
    }
  });

  it('is refused as a bomb of many small parts', async () => {
    const content = Buffer.alloc(importLimits.inflatedBytes / 2);
    const parts = [1, 2, 3].map((part) => ({ name: `xl/worksheets/sheet${part}.xml`, content }));
    await expect(readSpreadsheet(makeZip(parts))).rejects.toMatchObject({
      code: 'import_too_large',
    });
  });

  it.each(Object.entries(hostileWorkbooks(rounds(400_000, 3_000_000))))(
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
