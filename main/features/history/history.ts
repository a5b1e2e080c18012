import { ZubiError } from '../../../contract/errors.ts';
import type { RecordResult, SubmissionEvent } from '../../../contract/submission.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import { changedEvidence } from '../../platform/db/evidence.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { toDownload } from '../../platform/files/download.ts';
import { loadTexts } from '../../platform/texts.ts';
import type { Core, Handlers } from '../core.ts';
import {
  findAnswer,
  fromRecordRow,
  listEvents,
  listRecordResults,
  requireSubmission,
  toSubmission,
} from '../submissions/public.ts';
import { nextCursor, parseCursor } from './cursor.ts';
import { listSubmissions } from './history-pages.ts';
import { listLaterSteps } from './record-states.ts';
import { countCauses, listSettled, waitsForPerson } from './waiting.ts';

/** Reads the history: lists, a submission's page, the documents sent and received. */
export function historyHandlers(core: Core) {
  const { queries } = core.store;
  return {
    'submissions.list': async ({ filter, cursor, limit }) => {
      const page = { before: parseCursor(cursor), limit };
      const { rows, ...counted } = await listSubmissions(queries, filter, page);
      const submissions = rows.map(toSubmission);
      const settled = await listSettled(queries, rows);
      return { submissions, settled, nextCursor: nextCursor(rows, limit), ...counted };
    },
    'submissions.causes': async (asked) => ({ causes: await countCauses(queries, asked) }),
    'submissions.get': async ({ id }) => {
      const row = await requireSubmission(core, id);
      const events = (await listEvents(queries, id)).map((event) => toEvent(id, event));
      const answer = await findAnswer(queries, id);
      return {
        submission: toSubmission(row),
        events,
        hasAnswer: answer !== undefined,
        hasLedgerResponse: answer?.ledger_response_gzip != null,
        isIntact: core.chain.isIntact(id),
        waits: await waitsForPerson(queries, id),
      };
    },
    'submissions.records': async ({ id, ...page }) => {
      const { rows, total } = await listRecordResults(queries, id, page);
      const records = rows.map(fromRecordRow);
      return { records, total, later: await readLater(core, id, records) };
    },
    'submissions.document': async ({ id, part }) => {
      const row = await requireSubmission(core, id);
      return part === 'sent' ? sentDocument(core, row) : answerDocument(core, row, part);
    },
  } satisfies Partial<Handlers>;
}

/** The last step of later submissions for these records. */
async function readLater(core: Core, id: string, results: readonly RecordResult[]) {
  const records = results.flatMap(({ record }) => record ?? []);
  if (records.length === 0) return [];
  const { sequence } = await requireSubmission(core, id);
  const steps = await listLaterSteps(core.store.queries, sequence, records);
  return steps.map(({ record, operation, submissionId, file }) => ({
    record,
    operation,
    submissionId,
    file,
  }));
}

function toEvent(
  submissionId: string,
  { at, kind, data }: { at: string; kind: string; data: string },
): SubmissionEvent {
  try {
    return { at, kind: kind as SubmissionEvent['kind'], data: JSON.parse(data) };
  } catch {
    throw changedEvidence('event', submissionId);
  }
}

async function sentDocument(core: Core, row: SubmissionsTable) {
  const bytes = await requireDocument(core.store.queries, row.sha256);
  return toDownload(row.file_name.replace(/\.gz$/i, ''), 'application/xml', bytes);
}

async function answerDocument(
  core: Core,
  row: SubmissionsTable,
  part: 'answer' | 'ledger_response',
) {
  const answer = await findAnswer(core.store.queries, row.id);
  const kept = part === 'answer' ? answer?.body_gzip : answer?.ledger_response_gzip;
  if (!answer || !kept) throw new ZubiError('submission_unknown', { id: row.id, part });
  if (!core.chain.isIntact(row.id))
    throw new ZubiError('database_damaged', { cause: 'evidence', submissionId: row.id });
  const { say } = loadTexts(core.settings.read().language);
  const name = `${row.file_name.replace(/(\.xml)?(\.gz)?$/i, '')}.${say(`fileWord.${part}`)}`;
  const bytes = await gunzip(kept);
  if (part === 'ledger_response') return toDownload(`${name}.xml`, 'application/xml', bytes);
  const type = answer.content_type ?? 'application/octet-stream';
  return toDownload(`${name}.json`, type, bytes);
}
