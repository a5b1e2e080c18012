import type { Output } from '../../../contract/methods.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { RecordForm, RecordSummary } from '../../validator/validator-port.ts';
import type { Core } from '../core.ts';
import { toIdentities } from '../submissions/public.ts';
import {
  listJoinedSources,
  listUnsentChanges,
  type MadeFile,
  nameMade,
  readWorklist,
  requireFile,
} from '../worklist/public.ts';
import { joinFiles } from './joined-files.ts';
import { listPendingChanges } from './record-states.ts';

/** Maximum files searched: a person has a handful. */
const maxFiles = 50;

type Changes = Pick<Output<'submissions.recordForm'>, 'pending' | 'joins'>;

/** What waits on Submit, or is being sent, for a record of a submission; on Submit first. */
export async function readChanges(
  core: Core,
  row: SubmissionsTable,
  key: RecordForm['key'],
): Promise<Changes> {
  const [identity = ''] = toIdentities(row, [key]);
  const ids = await listUnsentChanges(core.store.queries, row, maxFiles);
  const files = ids.length > 0 ? await readWorklist(core, ids) : [];
  const pending: Changes['pending'] = [];
  let joins: Changes['joins'] = null;
  for (const file of files) {
    const { id: fileId, name, judged, origin } = file;
    const records = await readRecords(core, fileId);
    if (records === null) continue;
    const there = toIdentities(
      row,
      records.map((record) => record.key),
    );
    const operation = judged?.form?.operation;
    if (operation !== undefined && there.includes(identity))
      pending.push({ operation, file: name, fileId, submissionId: null });
    else if (
      origin?.kind === 'modified' &&
      judged?.fiscalYear === row.fiscal_year &&
      (judged.verdict === 'valid' || judged.verdict === 'warnings')
    )
      joins ??= { fileId, file: name, records: judged.records };
  }
  const sent = await listPendingChanges(core.store.queries, identity);
  return {
    pending: [
      ...pending,
      ...sent.map(({ id, ...rest }) => ({ ...rest, fileId: null, submissionId: id })),
    ],
    joins,
  };
}

/** Null where the file cannot be read, or has left the list meanwhile. */
async function readRecords(core: Core, fileId: string): Promise<readonly RecordSummary[] | null> {
  try {
    return await core.validator.readRecords(await readFile(core, fileId));
  } catch {
    return null;
  }
}

async function readFile(core: Core, fileId: string): Promise<Uint8Array> {
  const { sha256 } = await requireFile(core, fileId);
  return requireDocument(core.store.queries, sha256);
}

/** A modification joined to the waiting file; null when they cannot be joined. */
export async function joinToWaiting(
  core: Core,
  made: MadeFile,
  fileId: string,
): Promise<MadeFile | null> {
  const [waiting] = await readWorklist(core, [fileId]);
  const origin = waiting?.origin;
  if (!origin) return null;
  const joined = await listJoinedSources(core.store.queries, fileId);
  const before = { name: '', bytes: await readFile(core, fileId), origin, sourceId: null, joined };
  const isKnown = [origin, ...joined].some(
    ({ submissionId }) => submissionId === made.origin.submissionId,
  );
  const next = isKnown ? { ...made, origin: { ...made.origin, submissionId: null } } : made;
  const [first, ...rest] = await joinFiles(core, [before, next]);
  if (first === undefined || rest.length > 0) return null;
  return { ...first, name: nameMade(core, origin.file, 'accepted_with_errors') };
}
