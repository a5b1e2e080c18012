import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { toCallError } from '../../platform/call-error.ts';
import { listed } from '../../platform/db/listed.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { loadTexts } from '../../platform/texts.ts';
import type { MakeOrder } from '../../validator/extract/make-order.ts';
import type { Core, Handlers } from '../core.ts';
import { toSubmission } from '../submissions/public.ts';
import { addMadeFiles, listCorrectedHere, type MadeFile } from '../worklist/public.ts';
import { type Choice, choose, makeFile } from './corrections.ts';
import { decide } from './decisions.ts';
import { type Correction, JoinedFiles } from './joined-files.ts';
import { stillWaits } from './waiting.ts';

/** Corrects refused records, and records accepted with errors, in many submissions at once. */
export function correctManyHandlers(core: Core) {
  return {
    'submissions.planCorrections': (selection) => plan(core, selection),
    'submissions.makeCorrections': ({ ids, recorded }) => make(core, ids, recorded),
  } satisfies Partial<Handlers>;
}

interface Correctable {
  readonly row: SubmissionsTable;
  readonly choice: Choice;
}

async function plan(
  core: Core,
  selection: Input<'submissions.planCorrections'>,
): Promise<Output<'submissions.planCorrections'>> {
  const asked =
    'ids' in selection
      ? sql<boolean>`id in ${listed(selection.ids)}`
      : sql<boolean>`batch_id = ${selection.batchId}`;
  const rows = await listWaiting(core, asked);
  const found = await findCorrectable(core, rows);
  const total = 'ids' in selection ? new Set(selection.ids).size : rows.length;
  return {
    submissions: found.map(({ row, choice }) => ({
      id: row.id,
      file: row.file_name,
      company: { id: row.company_id, fullName: row.company_name },
      form: toSubmission(row).form,
      fiscalYear: row.fiscal_year,
      refused: choice.not_recorded.length,
      recorded: choice.recorded.length,
      missing: choice.missing.length,
      withErrors: choice.accepted_with_errors.length,
    })),
    others: total - found.length,
  };
}

/** Answered submissions that wait for a person, oldest first. */
function listWaiting(core: Core, asked: RawBuilder<boolean>): Promise<SubmissionsTable[]> {
  return core.store.queries
    .selectFrom('submissions')
    .selectAll()
    .where(asked)
    .where(sql<boolean>`environment = ${core.connection.configured().environment}`)
    .where('state', 'in', ['rejected', 'partially_accepted'])
    .where(stillWaits)
    .orderBy('sequence')
    .execute();
}

/** Those with records to correct that are in no correction which waits to be sent. */
async function findCorrectable(
  core: Core,
  rows: readonly SubmissionsTable[],
): Promise<Correctable[]> {
  const corrected = await listCorrectedHere(core.store.queries);
  const found: Correctable[] = [];
  for (const row of rows) {
    const choice = withoutListed(row, await choose(core, row), corrected.get(row.id));
    if (ordersFor(choice, 'modify').length > 0) found.push({ row, choice });
    await setImmediate();
  }
  return found;
}

/** The records without those of listed corrections, which `listed` gives by their operation. */
function withoutListed(
  { operation }: SubmissionsTable,
  choice: Choice,
  listed: ReadonlySet<string | null> | undefined,
): Choice {
  if (listed === undefined) return choice;
  const unless = (isListed: boolean, records: readonly number[]) =>
    isListed || listed.has(null) ? [] : records;
  return {
    ...choice,
    recorded: [],
    not_recorded: unless(listed.has(operation), choice.not_recorded),
    missing: unless(listed.has('creation'), choice.missing),
    accepted_with_errors: unless(listed.has('modification'), choice.accepted_with_errors),
  };
}

type Recorded = Input<'submissions.makeCorrections'>['recorded'];

/** The number of files that wait in memory before they join the worklist. */
const madeInOneGo = 20;

async function make(
  core: Core,
  ids: readonly string[],
  recorded: Recorded,
): Promise<Output<'submissions.makeCorrections'>> {
  const asked = sql<boolean>`id in ${listed(ids)}`;
  const found = await findCorrectable(core, await listWaiting(core, asked));
  const files: WorklistFile[] = [];
  const closed: string[] = [];
  const notMade: NotMade[] = [];
  let made: MadeFile[] = [];
  for (const book of Map.groupBy(found, ({ row }) => bookOf(row)).values()) {
    const joining = new JoinedFiles(core);
    for (const { row, choice } of book) {
      const orders = ordersFor(choice, recorded);
      if (orders.length === 0) closed.push(row.id);
      const corrections = await makeAll(core, row, orders);
      if ('error' in corrections) notMade.push(corrections);
      else for (const each of corrections) made.push(...(await joining.add(each)));
      if (made.length >= madeInOneGo) {
        files.push(...(await addMadeFiles(core, made)));
        made = [];
      }
    }
    made.push(...(await joining.end()));
  }
  files.push(...(await addMadeFiles(core, made)));
  const note = loadTexts(core.settings.read().language).say('closedAsRecorded');
  if (closed.length > 0) await decide(core, 'dismissed', { ids: closed, note });
  return { files, closed, notMade };
}

/** Submissions with the same one may have their corrections in one file. */
const bookOf = (row: SubmissionsTable): string =>
  JSON.stringify([row.company_id, row.model, row.expense_type, row.fiscal_year]);

type NotMade = Output<'submissions.makeCorrections'>['notMade'][number];

/**
 * All files of a submission or none. An unreadable document does not stop the corrections of
 * others.
 */
async function makeAll(
  core: Core,
  row: SubmissionsTable,
  orders: readonly Order[],
): Promise<readonly Correction[] | NotMade> {
  try {
    const made: Correction[] = [];
    for (const { which, ...order } of orders) {
      const file = await makeFile(core, row, order, which);
      made.push({ file, operation: order.operation });
    }
    return made;
  } catch (error) {
    const failure = toCallError(error);
    const isOwn = failure.code === 'file_not_valid' || failure.code === 'check_failed';
    if (!isOwn || failure.details.reason === 'closed') throw error;
    return { id: row.id, file: row.file_name, error: failure };
  }
}

type Order = Extract<MakeOrder, { kind: 'keep' }> & {
  readonly which: 'rejected' | 'accepted_with_errors';
};

/**
 * At most three files: the refused records, those that become a modification, and those of a
 * modification that become a creation.
 */
function ordersFor(choice: Choice, recorded: Recorded): readonly Order[] {
  const modified = [
    ...choice.accepted_with_errors,
    ...(recorded === 'modify' ? choice.recorded : []),
  ].toSorted((a, b) => a - b);
  const orders: readonly Order[] = [
    { which: 'rejected', kind: 'keep', records: choice.not_recorded, operation: 'as_it_is' },
    { which: 'accepted_with_errors', kind: 'keep', records: modified, operation: 'modification' },
    { which: 'rejected', kind: 'keep', records: choice.missing, operation: 'creation' },
  ];
  return orders.filter(({ records }) => records.length > 0);
}
