import type { SubmissionFilter } from '../../contract/submission.ts';
import type { Core } from '../../main/features/core.ts';
import { listSubmissions } from '../../main/features/history/history-pages.ts';
import { readOverview } from '../../main/features/history/overview.ts';
import { readQuarter } from '../../main/features/history/quarter/quarter.ts';
import { countByState } from '../../main/features/submissions/submissions-table.ts';
import type { Store } from '../../main/platform/db/store.ts';

/** Companies of the small office. */
export const officeCompanies = 15;

export interface Question {
  readonly name: string;
  /**
   * The comparison: the same companies with a tenth of the submissions each, unless said otherwise.
   */
  readonly against?: 'small office';
  readonly ask: (store: Store, round: number) => Promise<unknown>;
}

type FilterOf = (round: number) => SubmissionFilter;

const list = (
  name: string,
  filter: FilterOf,
  limit = 50,
  before: number | null = null,
): Question => ({
  name,
  ask: ({ queries }, round) => listSubmissions(queries, filter(round), { before, limit }),
});

/**
 * Where each company has a tenth of the submissions, its quarter has about 5 rows instead of 50:
 * the same answer is one of 5 rows, or of an office with fewer companies.
 */
const inCompany = (name: string, filter: FilterOf): readonly Question[] => [
  { ...list(name, filter), against: 'small office' },
  list(`${name}, 5 of a page`, filter, 5),
];

const company: FilterOf = (round) => ({ companyId: `company-${1 + (round % officeCompanies)}` });
const day = { from: '2025-07-01T00:00:00.000Z', to: '2025-07-01T23:59:59.999Z' };
const month = { from: '2025-03-01T00:00:00.000Z', to: '2025-03-31T23:59:59.999Z' };
const quarter = { from: '2025-07-01T00:00:00.000Z', to: '2025-09-30T22:00:00.000Z' };
const needsPerson = {
  states: ['rejected', 'partially_accepted', 'unknown'],
} satisfies SubmissionFilter;
const rejected = { states: ['rejected'] } satisfies SubmissionFilter;
const cancellations = { model: '140', operation: 'cancellation' } as const;
const both =
  (...parts: readonly FilterOf[]): FilterOf =>
  (round) =>
    Object.assign({}, ...parts.map((part) => part(round)));
/** Of the company in the same round's questions. */
const taxId = (round: number) => `B${95000000 + (1 + (round % officeCompanies)) * 37}`;

const pages: readonly Question[] = [
  list('first page', () => ({})),
  {
    name: 'a page in the middle',
    ask: ({ queries }, round) =>
      listSubmissions(queries, {}, { before: 4000 + round * 100, limit: 50 }),
  },
  list('a company', (round) => ({ companyId: `company-${1 + round}` })),
  list('rejected', () => rejected),
  list('a state that none has', () => ({ states: ['failed', 'cancelled'] })),
  list('needs a person', () => needsPerson),
  list('140, cancellations', () => cancellations),
  list('a company, 140, unknown', (round) => ({
    companyId: `company-${1 + round}`,
    model: '140',
    states: ['unknown'],
  })),
  list(
    'a company, needs a person',
    both(company, () => needsPerson),
  ),
  list('a day, 5 of a page', () => day, 5),
  list('a month', () => month),
  list('a month, 240', () => ({ ...month, model: '240' })),
  list('a quarter, rejected', () => ({ ...quarter, ...rejected })),
  list('a quarter, needs a person', () => ({ ...quarter, ...needsPerson })),
  list('a quarter, 140, needs a person', () => ({ ...quarter, ...needsPerson, model: '140' })),
  list('a quarter, 140, cancellations, 5 of a page', () => ({ ...quarter, ...cancellations }), 5),
  list('a quarter, a state that none has', () => ({ ...quarter, states: ['failed'] })),
  ...inCompany(
    'a company, a quarter',
    both(company, () => quarter),
  ),
  ...inCompany(
    'a company, a quarter, 240',
    both(company, () => ({ ...quarter, model: '240' })),
  ),
  list('a batch', () => ({ batchId: 'batch-4' })),
  list('a batch, rejected', () => ({ batchId: 'batch-4', ...rejected })),
];

const kept: readonly Question[] = [
  list('what waits for a person', () => ({ waiting: true })),
  list(
    'what waits, a company',
    both(company, () => ({ waiting: true })),
  ),
  list('what waits, 140', () => ({ waiting: true, model: '140' })),
  list('what waits, a quarter', () => ({ waiting: true, ...quarter })),
  list('what waits, a common word', () => ({ waiting: true, text: 'bizkaia' })),
  list(
    'what waits, a common word, a company',
    both(company, () => ({ waiting: true, text: 'bizkaia' })),
  ),
  list('what waits, a common word, a quarter', () => ({
    waiting: true,
    text: 'bizkaia',
    ...quarter,
  })),
  list('what was let be', () => ({ dismissed: true })),
  list(
    'what was let be, a company',
    both(company, () => ({ dismissed: true })),
    5,
  ),
  list('what was let be, 140, rejected', () => ({ dismissed: true, model: '140', ...rejected })),
  list('what was let be, a common word', () => ({ dismissed: true, text: 'bizkaia' })),
  list(
    'what was let be, a common word, a company',
    both(company, () => ({ dismissed: true, text: 'bizkaia' })),
    5,
  ),
];

const searches: readonly Question[] = [
  list('a common word', () => ({ text: 'bizkaia' })),
  list('a common word, a page in the middle', () => ({ text: 'bizkaia' }), 50, 5000),
  list('an accent left out', () => ({ text: 'asesoria' })),
  list('a long word', () => ({ text: 'construcciones' })),
  list('a part of a long word', () => ({ text: 'construccione' })),
  list('two words', () => ({ text: 'talleres 2025' })),
  list('two words that no row has both of', () => ({ text: 'talleres lantegia' })),
  list('two words that no row has both of, a quarter', () => ({
    text: 'talleres lantegia',
    ...quarter,
  })),
  list('two words of which each company has one in a row', () => ({ text: 'gastos facturas' })),
  list('two beginnings of which each company has one in a row', () => ({ text: 'gasto factu' })),
  list('two such words, a quarter', () => ({ text: 'gastos facturas', ...quarter })),
  list('two such words, rejected', () => ({ text: 'gastos facturas', ...rejected })),
  list('two series of records, of which each company has one in a row', () => ({ text: 'f1 f2' })),
  list('a word that the other book has, 140', () => ({ text: 'facturas', model: '140' })),
  list('a word that the other book has, 140, a quarter', () => ({
    text: 'facturas',
    model: '140',
    ...quarter,
  })),
  list('a word and a part of a tax id that others have', () => ({ text: 'gastos b950000' })),
  list('an invoice with its series', (round) => ({ text: `F1/2025/${1 + round * 9999}` })),
  list('an invoice that nobody has', () => ({ text: 'F1/99' })),
  list('a part of a file name', () => ({ text: 'recibidas_2025' })),
  list('the name of a company', (round) => ({
    text: `talleres bizkaia ${5 * (1 + (round % 3))} sl`,
  })),
  list('two letters', () => ({ text: 'fa' })),
  list('one letter', () => ({ text: 'b' })),
  list('a common word, rejected', () => ({ text: 'bizkaia', ...rejected })),
  list('a common word, a month', () => ({ text: 'bizkaia', ...month })),
  list('a word, 140', () => ({ text: 'talleres', model: '140' })),
  list('a word, 140, cancellations', () => ({ text: 'talleres', ...cancellations })),
  list(
    'a word, 140, a month, 15 of a page',
    () => ({ text: 'talleres', model: '140', ...month }),
    15,
  ),
  list(
    'a word, a quarter, 140, rejected, 15 of a page',
    () => ({ text: 'bizkaia', model: '140', ...rejected, ...quarter }),
    15,
  ),
  list('a word, 140, cancellations, rejected: none', () => ({
    text: 'bizkaia',
    ...cancellations,
    ...rejected,
  })),
  list('a word, a batch', () => ({ text: 'bizkaia', batchId: 'batch-4' })),
  ...inCompany(
    'a common word, a company',
    both(company, () => ({ text: 'facturas' })),
  ),
  ...inCompany(
    'a common word, a company, a quarter',
    both(company, () => ({ text: 'facturas', ...quarter })),
  ),
  list(
    'a common word, a company, rejected',
    both(company, () => ({ text: 'bizkaia', ...rejected })),
  ),
  list(
    'a common word, a company, 140, cancellations',
    both(company, () => ({ text: 'bizkaia', ...cancellations })),
  ),
  list(
    'two words, a company',
    both(company, () => ({ text: 'facturas 2025' })),
  ),
  list(
    'two words that no row has both of, a company',
    both(company, () => ({ text: 'gastos facturas' })),
  ),
  list('a word that the company has not', () => ({ text: 'talleres', companyId: 'company-7' })),
  list(
    'a counterparty of records, a company',
    both(company, (round) => ({ text: `proveedor ${1000 + round}` })),
  ),
  list('a tax id', (round) => ({ text: taxId(round) })),
  list('a tax id, rejected, 3 of a page', (round) => ({ text: taxId(round), ...rejected }), 3),
  list('a tax id and a common word', (round) => ({ text: `${taxId(round)} facturas` })),
  list('an identifier', (round) => ({ text: `LROE-${2026000000000 + 100 + round}` })),
  list('an identifier, needs a person', (round) => ({
    text: `LROE-${2026000000000 + 100 + round}`,
    ...needsPerson,
  })),
  list(
    'an identifier, a company',
    both(company, (round) => ({ text: `LROE-${2026000000000 + 100 + round}` })),
  ),
  list('the beginning that all share', () => ({ text: '20260000' })),
  list('an invoice of a record', (round) => ({ text: `${150 + round}` })),
  list(
    'an invoice of a record, a quarter, 15 of a page',
    (round) => ({ text: `${150 + round}`, ...quarter }),
    15,
  ),
  list('a counterparty of records', (round) => ({ text: `proveedor ${1000 + round}` })),
  list('an issuer of records, rejected', (round) => ({
    text: `A${48000000 + round}`,
    ...rejected,
  })),
  list('nothing', () => ({ text: 'zzyzx' })),
];

/** All questions to a history. */
export const historyQuestions: readonly Question[] = [
  ...pages,
  ...kept,
  ...searches.map((question) => ({ ...question, name: `search: ${question.name}` })),
  {
    name: 'the Overview',
    ask: (store) =>
      readOverview({ clock: () => new Date('2026-11-21T09:00:00Z'), store }, 'production'),
  },
  {
    name: 'the quarter of every company',
    ask: (store) => {
      const connection = { configured: () => ({ environment: 'production', slot: null }) };
      const core = { clock: () => new Date('2026-11-21T09:00:00Z'), store, connection };
      return readQuarter(core as unknown as Core, undefined);
    },
  },
  { name: 'counts by state', ask: ({ queries }) => countByState(queries) },
];
