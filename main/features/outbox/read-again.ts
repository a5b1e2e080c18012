import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { RawAnswer } from '../../service/client-port.ts';
import { toSendOutcome } from '../../service/outcome.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { createRedactor } from '../../service/redaction.ts';
import type { Core, Handlers } from '../core.ts';
import {
  addEvent,
  emitChange,
  findAnswer,
  findSubmissions,
  insertRecordResults,
  listInState,
  moveSubmission,
  readWholeAnswer,
  toRecordRow,
  writeWords,
} from '../submissions/public.ts';
import { type Asking, askHandlers } from './asking.ts';
import { type ClassifiedOutcome, classifyOutcome } from './classify-outcome.ts';
import { readRecords } from './delivery.ts';
import type { Outbox } from './outbox.ts';
import { firstAskAt, toColumns } from './outcome-rows.ts';

/**
 * Reads kept answers again, by the profile in force: what was `unknown` because nobody understood
 * its answer becomes what it is. Nothing is sent.
 */
export function readAgainHandlers(
  core: Core,
  outbox: Outbox,
  asking: Asking,
): Handlers<'submissions.readAgain' | 'submissions.ask'> {
  return {
    ...askHandlers(asking),
    'submissions.readAgain': async (input) => {
      const told = await readAllAgain(core, input);
      // What waited for one of these may go now.
      if (!input.preview) outbox.wake();
      return told;
    },
  };
}

/** An answer that came whole: what it says can be read again. Of all others a part is missing. */
const isWhole = (code: string | null): boolean =>
  code !== 'answer_too_large' && /^(?:answer|service)_/.test(code ?? '');

async function readAllAgain(
  core: Core,
  { ids, preview }: ParsedInput<'submissions.readAgain'>,
): Promise<Output<'submissions.readAgain'>> {
  const { environment } = core.connection.configured();
  const profile = core.connection.profile();
  const { queries } = core.store;
  const rows = ids ? await findSubmissions(queries, ids) : await listInState(queries, 'unknown');
  const changed: Output<'submissions.readAgain'>['changed'] = [];
  let unchanged = 0;
  for (const row of rows) {
    const isReadable = row.environment === environment && isWhole(row.answer_code);
    if (row.state !== 'unknown' || !isReadable) continue;
    const classified = await classifyKept(core, row, profile);
    const isChanged = classified !== null && isNews(row, classified);
    if (!isChanged) unchanged += 1;
    else if (preview || (await write(core, row, classified, profile)))
      changed.push({ id: row.id, file: row.file_name, state: classified.state });
  }
  return { changed, unchanged };
}

/** What has no end, and what is now known to be in the service's queue, is news. */
const isNews = (row: SubmissionsTable, { state, code }: ClassifiedOutcome): boolean =>
  state !== 'unknown' || (code === 'answer_queued' && row.answer_code !== 'answer_queued');

/** Null where no answer is kept. */
async function classifyKept(
  core: Core,
  row: SubmissionsTable,
  profile: ServiceProfile,
): Promise<ClassifiedOutcome | null> {
  const kept = await findAnswer(core.store.queries, row.id);
  if (!kept) return null;
  const { status, content_type: contentType, latency_ms: latencyMs } = kept;
  const raw: RawAnswer = { status, contentType, latencyMs, body: await gunzip(kept.body_gzip) };
  const xml = await gunzip(await requireDocument(core.store.queries, row.sha256));
  const file = { xml, readRecords: () => readRecords(core, xml) };
  return classifyRaw(core, { raw, profile, recordCount: row.record_count }, file);
}

/** What an answer would make of a submission; it is read as when it came. */
export async function classifyRaw(
  core: Core,
  answer: {
    readonly raw: RawAnswer;
    readonly profile: ServiceProfile;
    readonly recordCount: number;
  },
  file: Parameters<typeof readWholeAnswer>[2],
): Promise<ClassifiedOutcome> {
  const { raw, profile, recordCount } = answer;
  // The keys of the request were taken out when it came.
  const context = { profile, redactor: createRedactor([]), now: core.clock() };
  const told = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
  const { outcome, records, reading } = await readWholeAnswer(core, told, file);
  return classifyOutcome(outcome, { records, recordCount, reading });
}

/** False when a person has said meanwhile how it ended. */
async function write(
  core: Core,
  { id }: SubmissionsTable,
  classified: ClassifiedOutcome,
  profile: ServiceProfile,
): Promise<boolean> {
  const at = core.clock().toISOString();
  const { state, code, results, event } = classified;
  const data = { ...event.data, state, code, profile: profile.name };
  const change = {
    ...toColumns(classified),
    next_attempt_at: firstAskAt(core, classified, 0),
  };
  const isMoved = await core.store.queries.transaction().execute(async (transaction) => {
    if (!(await moveSubmission(transaction, id, 'unknown', change))) return false;
    const rows = results.map((result, index) => toRecordRow(id, index + 1, result));
    await insertRecordResults(transaction, rows);
    await writeWords(transaction, id);
    await addEvent(transaction, id, { at, kind: 'read_again', data });
    return true;
  });
  if (isMoved) emitChange(core, id, state);
  return isMoved;
}
