import { sql } from 'kysely';
import { definiteRefusals } from '../../../contract/answer.ts';
import { toCallError } from '../../platform/call-error.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { identityOf, isKeyEmpty } from '../../validator/pair-records.ts';
import { takesWrongTaxIds } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { isListed } from './file-origins.ts';
import { bookOfFile } from './worklist-table.ts';

/** A good dropped file, and a faulty one on the list of its book, operation and year. */
interface Pair {
  readonly id: string;
  readonly sha256: string;
  readonly faulty_id: string;
  readonly faulty_sha256: string;
}

/**
 * Replaces faulty files by good dropped files that have all their records: a person has fixed them
 * elsewhere. Names do not matter. So does a file that was refused whole and waits. A faulty file
 * stays if it was sent otherwise or edited, if its records cannot be read, or if it is among
 * `together`, the files of the same drop: then it may be the newer one.
 */
export async function replaceFaulty(
  core: Core,
  dropped: readonly string[],
  together: readonly string[],
): Promise<void> {
  const known = new Map<string, RecordsRead>();
  const read = async (sha256: string) => {
    const records = known.get(sha256) ?? (await readIdentities(core, sha256));
    known.set(sha256, records);
    return records;
  };
  const { environment } = core.connection.configured();
  const changed: string[] = [];
  for (const pair of await listPairs(core, dropped, together)) {
    if (!isWithin(await read(pair.faulty_sha256), await read(pair.sha256))) continue;
    const isDone = await core.store.queries
      .transaction()
      .execute(async (transaction) => replaceOne(transaction, pair, environment));
    if (isDone) changed.push(pair.id, pair.faulty_id);
  }
  if (changed.length === 0) return;
  core.emit({ name: 'worklist.changed', payload: { fileIds: [...new Set(changed)] } });
}

interface RecordsRead {
  readonly identities: ReadonlySet<string>;
  /** Number of records without a readable identity. */
  readonly unread: number;
}

/**
 * Whether a file has all records of a faulty one, and enough more for those that could not be read.
 */
function isWithin(faulty: RecordsRead, own: RecordsRead): boolean {
  const { identities, unread } = faulty;
  if (identities.size === 0 || own.identities.size < identities.size + unread) return false;
  return [...identities].every((identity) => own.identities.has(identity));
}

/** Empty for a document that cannot be read. */
async function readIdentities(core: Core, sha256: string): Promise<RecordsRead> {
  try {
    const bytes = await requireDocument(core.store.queries, sha256);
    const keys = (await core.validator.readRecords(bytes)).map(({ key }) => key);
    const named = keys.filter((key) => !isKeyEmpty(key));
    return { identities: new Set(named.map(identityOf)), unread: keys.length - named.length };
  } catch (error) {
    core.log.warn('records_not_read', { code: toCallError(error).code });
    return { identities: new Set(), unread: 0 };
  }
}

async function replaceOne(
  queries: Queries,
  { id, faulty_id }: Pair,
  environment: string,
): Promise<boolean> {
  // Another drop may have been faster.
  const { rows } = await sql`
    select 1 from worklist_files as dropped, worklist_files as faulty
    where dropped.id = ${id} and ${isListed('dropped')}
      and faulty.id = ${faulty_id} and ${mayGive('faulty', environment)}`.execute(queries);
  if (rows.length === 0) return false;
  const replaced = { file_id: id, source_id: faulty_id };
  await queries.insertInto('replaced_files').values(replaced).execute();
  return true;
}

/** Whether a file was refused whole on this connection, and waits for a person. */
const isRefused = (file: string, environment: string) => sql<boolean>`exists (
  select 1 from submissions as own join waiting_submissions as waits on waits.sequence = own.sequence
  where own.worklist_file_id = ${sql.ref(`${file}.id`)} and own.environment = ${environment}
    and (own.state = 'rejected'
      or own.state = 'failed' and own.answer_code in (${sql.join(definiteRefusals)})))`;

/** Whether a faulty file of the list may be replaced. */
const mayGive = (file: string, environment: string) => sql<boolean>`(
  ${isListed(file)}
  and (${isRefused(file, environment)} or not exists (
    select 1 from submissions where worklist_file_id = ${sql.ref(`${file}.id`)}))
  and not exists (
    select 1 from file_origins as origin where origin.file_id = ${sql.ref(`${file}.id`)}
      and (origin.kind <> 'mended' or origin.submission_id is not null)))`;

const book = sql`${bookOfFile}, validation ->> '$.form.operation' as operation,
  validation ->> '$.fiscalYear' as fiscal_year`;

/** One statement for all files of a drop; the newest faulty file first. */
async function listPairs(
  core: Core,
  dropped: readonly string[],
  together: readonly string[],
): Promise<readonly Pair[]> {
  const ids = JSON.stringify(dropped);
  const eases = takesWrongTaxIds(core.connection) ? 1 : 0;
  const { environment } = core.connection.configured();
  const { rows } = await sql<Pair>`
    with dropped as materialized (
      select file.id, sha256, ${book} from json_each(${ids}) as given
      cross join worklist_files as file on file.id = given.value
      where sha256 is not null and validation ->> '$.verdict' in ('valid', 'warnings')
        and not exists (select 1 from file_origins as made where made.file_id = file.id)),
    faulty as materialized (
      select id, added_at, sha256, ${book} from worklist_files as file
      where sha256 is not null and (${isRefused('file', environment)} or validation ->> '$.verdict' = 'invalid'
          and not (${eases} and validation ->> '$.onlyTaxIds' is not null))
        and file.id not in (select value from json_each(${JSON.stringify(together)})) and ${mayGive('file', environment)})
    select dropped.id, dropped.sha256, faulty.id as faulty_id, faulty.sha256 as faulty_sha256
    from dropped cross join faulty
      on faulty.tax_id = dropped.tax_id and faulty.model = dropped.model
      and faulty.expense_type is dropped.expense_type and faulty.operation = dropped.operation
      and faulty.fiscal_year = dropped.fiscal_year and faulty.sha256 <> dropped.sha256
    order by dropped.id, faulty.added_at desc, faulty.id`.execute(core.store.queries);
  return rows;
}
