import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { insertCompanies } from '../../../main/features/companies/companies-table.ts';
import { insertBatch } from '../../../main/features/submissions/batches-table.ts';
import { insertRecordResults } from '../../../main/features/submissions/record-results-table.ts';
import { writeWords } from '../../../main/features/submissions/submission-words-table.ts';
import {
  insertSubmission,
  moveSubmission,
  setDismissed,
} from '../../../main/features/submissions/submissions-table.ts';
import { keepDocument } from '../../../main/platform/db/documents-table.ts';
import type { Store } from '../../../main/platform/db/store.ts';
import type { RecordResultsTable, SubmissionsTable } from '../../../main/platform/db/tables.ts';
import { filingPeriodAt } from '../../../main/platform/filing-period.ts';

/** The same numbers for the same seed. */
export function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

export function pick<Value>(
  roll: (sides: number) => number,
  values: readonly [Value, ...(readonly Value[])],
): Value {
  return values[roll(values.length)] ?? values[0];
}

export const states = [
  'queued',
  ...([
    'sending',
    'accepted',
    'partially_accepted',
    'rejected',
    'failed',
    'unknown',
    'cancelled',
  ] as const),
] as const;
export const causes = ['history_restored', 'interrupted', 'connection_lost'] as const;
export const operations = ['creation', 'modification', 'cancellation'] as const;

const companies = [
  ['Asesoría Bizkaia 1 SL', 'B95000037'],
  ['Talleres Bizkaia 2 SL', 'B95000074'],
  ['Telecomunicaciones Ñandú', 'B95000111'],
  ['Bizkaiko Lantegiak', 'A99800476'],
] as const;
/** The 30th of December until the end of the year after. */
const startMs = Date.parse('2025-12-30T08:00:00Z');
const stepMs = 20 * 60 * 60 * 1000;

export interface Life {
  readonly seed: number;
  readonly steps: number;
  /** Whether the machine's clock goes back time and again, by days. */
  readonly isClockWrong: boolean;
  readonly afterStep?: (step: number) => Promise<void>;
}

/**
 * Submissions of four companies, in batches and alone, that repeat each other, go from any state to
 * any other, are answered record by record and dismissed.
 */
export async function liveLong(
  store: Pick<Store, 'queries'>,
  { seed, steps, isClockWrong, afterStep }: Life,
): Promise<void> {
  const { queries } = store;
  const roll = makeDice(seed);
  await addOffice(store);
  for (let step = 0; step < steps; step += 1) {
    const { count } = await queries
      .selectFrom('submissions')
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const row = await queries
      .selectFrom('submissions')
      .selectAll()
      .where('sequence', '=', 1 + roll(count + 1))
      .executeTakeFirst();
    const what = roll(9);
    if (row && what === 0) {
      const at = roll(4) > 0 ? '2026-11-21T09:00:00.000Z' : null;
      await queries
        .transaction()
        .execute((transaction) => setDismissed(transaction, { id: row.id, states, at }));
    } else if (row && what < 4) await unlessOnItsWay(() => answer(store, row, roll));
    else {
      const atMs =
        startMs + step * stepMs - (isClockWrong && roll(15) === 0 ? roll(40) * 24 * 3_600_000 : 0);
      await unlessOnItsWay(() =>
        send(store, { step, roll, createdAt: new Date(atMs).toISOString() }),
      );
    }
    await afterStep?.(step);
  }
}

async function addOffice({ queries }: Pick<Store, 'queries'>): Promise<void> {
  for (const [index, [name, taxId]] of companies.entries()) {
    await insertCompanies(queries, [
      {
        ...{
          id: `company-${index}`,
          service_id: String(index),
          environment: 'sandbox',
          is_individual: 0,
        },
        ...{
          full_name: name,
          first_name: null,
          last_name_1: null,
          last_name_2: null,
          tax_id: taxId,
        },
        search_text: name.toLowerCase(),
        ...{
          territory_id: '48',
          territory_name: 'Bizkaia',
          authorization: 'none',
          created_at: '2025-01-01T00:00:00.000Z',
        },
      },
    ]);
  }
  for (const index of [0, 1, 2]) {
    await insertBatch(queries, {
      ...{
        id: `batch-${index}`,
        sequence: index + 1,
        environment: 'sandbox',
        created_at: '2025-12-30T08:00:00.000Z',
      },
    });
  }
}

/** The store refuses a second one of the same document on its way; then nothing has changed. */
async function unlessOnItsWay(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.includes('UNIQUE')) throw error;
  });
}

async function send(
  { queries }: Pick<Store, 'queries'>,
  { step, roll, createdAt }: { step: number; roll: (sides: number) => number; createdAt: string },
): Promise<void> {
  const index = roll(companies.length);
  const [name, taxId] = companies[index] ?? companies[0];
  const document = Buffer.from(`<a>${roll(90)}</a>`);
  const sha256 = createHash('sha256').update(document).digest('hex');
  const is140 = roll(2) === 0;
  await keepDocument(queries, {
    ...{ sha256, sizeBytes: document.length, gzip: gzipSync(document), at: createdAt },
  });
  const submission: Parameters<typeof insertSubmission>[1] = {
    ...{ id: `s${step}`, worklist_file_id: null, sha256 },
    previous_id: roll(4) === 0 ? await idAt(queries, roll(step + 1)) : null,
    file_name: `${is140 ? 'gastos' : 'facturas_recibidas'}-2026_${pick(roll, ['T1', 'T2', 'enero'])}(${step}).xml`,
    model: is140 ? '140' : '240',
    operation: pick(roll, operations),
    expense_type: is140 ? pick(roll, ['with_invoice', 'without_invoice']) : null,
    period: filingPeriodAt(new Date(createdAt)).id,
    ...{ fiscal_year: 2026, tax_id: taxId, taxpayer_name: roll(3) === 0 ? 'Otra Persona' : name },
    ...{
      company_id: `company-${index}`,
      company_name: name,
      record_count: 2,
      amount: '12.10',
      base: '10.00',
    },
    ...{
      vat: '2.10',
      deductible_vat: '2.10',
      schema_id: 's',
      environment: 'sandbox',
      base_url: 'http://127.0.0.1:1',
    },
    ...{ state: roll(3) === 0 ? pick(roll, states) : 'accepted', created_at: createdAt },
    batch_id: roll(2) === 0 ? null : `batch-${roll(3)}`,
  };
  await queries.transaction().execute((transaction) => insertSubmission(transaction, submission));
}

async function idAt(queries: Store['queries'], sequence: number): Promise<string | null> {
  const row = await queries
    .selectFrom('submissions')
    .select('id')
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Any other state; the first time with records, as an answer brings them. */
async function answer(
  { queries }: Pick<Store, 'queries'>,
  row: SubmissionsTable,
  roll: (sides: number) => number,
) {
  await queries.transaction().execute(async (transaction) => {
    const names =
      roll(2) === 0
        ? { identifier: `LROE-2026${roll(1000)}`, registration_number: `480${roll(1000)}` }
        : {};
    await moveSubmission(transaction, row.id, row.state, {
      state: pick(roll, states),
      answer_code: pick(roll, causes),
      incorrect_count: roll(2),
      ...names,
    });
    const known = await sql`select 1 from record_results where submission_id = ${row.id}`.execute(
      transaction,
    );
    if (known.rows.length === 0) await insertRecordResults(transaction, makeRecords(row.id, roll));
    await writeWords(transaction, row.id);
  });
}

function makeRecords(submissionId: string, roll: (sides: number) => number): RecordResultsTable[] {
  return Array.from({ length: roll(4) }, (_, index) => ({
    ...{
      submission_id: submissionId,
      position: index + 1,
      record: index + 1,
      date: null,
      epigraph: null,
      concept: null,
    },
    ...{
      issuer: roll(3) === 0 ? null : `B9500${roll(90)}`,
      series: roll(2) === 0 ? null : 'Serié',
    },
    ...{ number: `2026/${roll(300)}`, line: null, amount: null, state: 'correct', code: null },
    ...{
      counterparty: pick(roll, ['Proveedora–Única', 'Construcciones/Ibáñez', 'Ñ']),
      message_es: null,
      message_eu: null,
    },
  }));
}
