import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { countLimitOf, listSubmissions } from '../../../main/features/history/history-pages.ts';
import { writeWords } from '../../../main/features/submissions/submission-words-table.ts';
import {
  countByState,
  moveSubmission,
} from '../../../main/features/submissions/submissions-table.ts';
import { openStore, type Store } from '../../../main/platform/db/store.ts';
import type { SubmissionsTable } from '../../../main/platform/db/tables.ts';
import { buildHistory } from '../../bench/history-rows.ts';
import { insertSubmissionRow } from '../store/rows.ts';

const size = { submissions: 2400, recordsEach: 3 } as const;
const clock = () => new Date('2026-11-21T09:00:00Z');
let folder: string;
let store: Store;
let all: readonly SubmissionsTable[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-pages-'));
  await buildHistory(folder, size);
  store = await openStore(folder, clock);
  // Each fifth that may be dismissed is.
  await sql`update submissions set dismissed_at = iif(sequence % 5 = 0, created_at, null)
    where state in ('rejected', 'partially_accepted', 'failed')`.execute(store.queries);
  all = await store.queries
    .selectFrom('submissions')
    .selectAll()
    .orderBy('sequence', 'desc')
    .execute();
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The answer by a look at every row. */
function look(filter: SubmissionFilter): readonly SubmissionsTable[] {
  return all.filter(
    (row) =>
      (!filter.companyId || row.company_id === filter.companyId) &&
      (!filter.states?.length || filter.states.includes(row.state)) &&
      (!filter.model || row.model === filter.model) &&
      (!filter.operation || row.operation === filter.operation) &&
      (!filter.expenseType || row.expense_type === filter.expenseType) &&
      (!filter.from || row.created_at >= filter.from) &&
      (!filter.to || row.created_at <= filter.to) &&
      (!filter.dismissed || row.dismissed_at !== null) &&
      // Nothing follows anything in this history.
      (!filter.waiting || row.dismissed_at === null) &&
      (!filter.waiting ||
        ['unknown', 'rejected', 'partially_accepted', 'failed'].includes(row.state)),
  );
}

async function readAll(filter: SubmissionFilter, limit: number) {
  const rows: SubmissionsTable[] = [];
  for (let before: number | null = null; ; ) {
    const page = await listSubmissions(store.queries, filter, { before, limit });
    rows.push(...page.rows);
    before = page.rows.at(-1)?.sequence ?? null;
    if (page.rows.length < limit) return rows.map(({ id }) => id);
  }
}

const filters: readonly SubmissionFilter[] = [
  {},
  { companyId: 'company-7' },
  { states: ['rejected'] },
  { states: ['rejected', 'unknown', 'failed'] },
  { model: '140' },
  { model: '240', expenseType: 'with_invoice' },
  { expenseType: 'without_invoice' },
  { operation: 'cancellation' },
  { companyId: 'company-9', states: ['accepted', 'accepted'] },
  { companyId: 'company-9', model: '140', operation: 'creation', states: ['accepted', 'unknown'] },
  { from: '2025-03-01T00:00:00.000Z', to: '2025-04-30T23:59:59.999Z' },
  { from: '2025-03-01T00:00:00Z' },
  { to: '2024-02-01T00:00:00.000Z', model: '240', states: ['partially_accepted'] },
  { from: '2030-01-01T00:00:00.000Z' },
  { companyId: 'nobody' },
  { waiting: true },
  { waiting: true, companyId: 'company-9' },
  { waiting: true, model: '140' },
  {
    waiting: true,
    states: ['rejected', 'accepted'],
    operation: 'creation',
    companyId: 'company-7',
  },
  { waiting: true, states: ['accepted'] },
  { dismissed: true },
  { dismissed: true, companyId: 'company-9', states: ['failed', 'rejected'] },
  { dismissed: true, model: '240', from: '2025-03-01T00:00:00.000Z' },
  { dismissed: true, waiting: true },
  { waiting: true, from: '2025-03-01T00:00:00.000Z', to: '2025-09-30T23:59:59.999Z' },
];

describe('pages of a history', () => {
  it.each(filters.map((filter) => [JSON.stringify(filter), filter] as const))(
    'agree with the rows: %s',
    async (_name, filter) => {
      const expected = look(filter).map(({ id }) => id);
      expect(await readAll(filter, 97)).toEqual(expected);
      const { total, totalIsExact } = await listSubmissions(store.queries, filter, {
        before: null,
        limit: 1,
      });
      if (totalIsExact) expect(total).toBe(expected.length);
      else expect([total, expected.length > total]).toEqual([countLimitOf(filter), true]);
    },
  );

  it('keep counts by state that agree with the rows', async () => {
    const counts = await countByState(store.queries);
    for (const [state, n] of counts) expect(n).toBe(look({ states: [state] }).length);
    expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toBe(size.submissions);
  });
});

describe('a search', () => {
  const found = (text: string, filter: SubmissionFilter = {}) => readAll({ ...filter, text }, 50);
  const ids = (accept: (row: SubmissionsTable) => boolean) =>
    all.filter(accept).map(({ id }) => id);

  it('finds words without regard to accents and case', async () => {
    const expected = ids((row) => row.company_name.startsWith('Asesoría'));
    expect(expected.length).toBeGreaterThan(100);
    for (const text of ['asesoria', 'ASESORÍA', 'aseso', ' Asesoría  bizkaia '])
      expect(await found(text)).toEqual(expected);
  });

  it('finds tax ids, identifiers, registration numbers, file names and the start of a digest', async () => {
    const row = all[500];
    if (!row) throw new Error('no row');
    expect(await found(row.identifier ?? '')).toEqual([row.id]);
    expect(await found(row.registration_number ?? '')).toEqual([row.id]);
    expect(await found(row.sha256.slice(0, 20))).toEqual([row.id]);
    expect(await found(row.file_name)).toContain(row.id);
    expect(await found(row.tax_id)).toEqual(ids((other) => other.tax_id === row.tax_id));
  });

  it('finds a submission by an invoice or a counterparty among its records', async () => {
    const record = await store.queries
      .selectFrom('record_results')
      .selectAll()
      .where('submission_id', '=', all[300]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(await found(record.number ?? '')).toContain(record.submission_id);
    expect(await found(record.counterparty ?? '')).toContain(record.submission_id);
  });

  it('combines with what waits for a person and with a batch, with one search of the index', async () => {
    const waiting = ids(
      (row) =>
        ['unknown', 'rejected', 'partially_accepted', 'failed'].includes(row.state) &&
        row.dismissed_at === null &&
        row.company_name.includes('Bizkaia'),
    );
    expect(waiting.length).toBeGreaterThan(200);
    expect(await found('bizkaia', { waiting: true })).toEqual(waiting);
    const letBe = ids((row) => row.dismissed_at !== null && row.company_name.includes('Bizkaia'));
    expect(letBe.length).toBeGreaterThan(50);
    expect(await found('bizkaia', { dismissed: true })).toEqual(letBe);
    expect(await found('bizkaia', { batchId: 'no such batch' })).toEqual([]);
    const { total, totalIsExact } = await listSubmissions(
      store.queries,
      { text: 'bizkaia', waiting: true },
      { before: null, limit: 5 },
    );
    expect([total, totalIsExact]).toEqual([countLimitOf({ text: 'bizkaia' }), false]);
  });

  it('combines with every other filter', async () => {
    const filter = {
      states: ['rejected'],
      model: '240',
      from: '2025-01-01T00:00:00.000Z',
    } as const;
    const narrowed = { ...filter, states: [...filter.states] };
    const expected = look(narrowed).filter((row) => row.company_name.startsWith('Asesoría'));
    expect(expected.length).toBeGreaterThan(3);
    expect(await found('asesoria', narrowed)).toEqual(expected.map(({ id }) => id));
    const waiting = expected.filter((row) => row.dismissed_at === null);
    expect(await found('asesoria', { ...narrowed, waiting: true })).toEqual(
      waiting.map(({ id }) => id),
    );
  });

  it.each(['-', '"', '\u0000', '* OR *', 'NEAR(', '\ue000srejected', "'; drop table x", '🙂', '('])(
    'takes any input: %j',
    async (text) => {
      const page = await listSubmissions(store.queries, { text }, { before: null, limit: 5 });
      expect(page.rows.length).toBeLessThanOrEqual(5);
    },
  );
});

describe('submissions that change state', () => {
  it('update counts, words and marks, also when the clock goes back', async () => {
    const own = mkdtempSync(join(tmpdir(), 'zubi-pages-'));
    const live = await openStore(own, clock);
    try {
      const { queries } = live;
      const instants = [
        '2026-11-21T09:00:00.000Z',
        '2026-11-19T08:00:00.000Z',
        '2026-11-20T07:00:00.000Z',
      ];
      for (const [index, createdAt] of instants.entries()) {
        const sha256 = String(index).repeat(64);
        await insertSubmissionRow(queries, { id: `s${index}`, state: 'queued', createdAt, sha256 });
      }
      const change = { state: 'rejected', identifier: 'ERR-77120' } as const;
      await queries.transaction().execute(async (transaction) => {
        await moveSubmission(transaction, 's1', 'queued', change);
        await writeWords(transaction, 's1');
      });
      expect(Object.fromEntries(await countByState(queries))).toMatchObject({
        queued: 2,
        rejected: 1,
      });
      const list = async (filter: SubmissionFilter) =>
        (await listSubmissions(queries, filter, { before: null, limit: 10 })).rows.map(
          ({ id }) => id,
        );
      expect(await list({ text: '77120' })).toEqual(['s1']);
      expect(await list({ text: 'lantegiak', states: ['queued'] })).toEqual(['s2', 's0']);
      expect(await list({ from: '2026-11-20T00:00:00.000Z' })).toEqual(['s2', 's0']);
      expect(await list({ to: '2026-11-20T12:00:00.000Z' })).toEqual(['s2', 's1']);
      expect(await list({ text: 'lantegiak', to: '2026-11-20T12:00:00.000Z' })).toEqual([
        's2',
        's1',
      ]);
      expect(live.isIntact('s1')).toBe(true);
    } finally {
      await live.close();
      rmSync(own, { recursive: true, force: true });
    }
  });
});
