import type { Operation } from '../../../contract/ledger-books.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { RawAnswer } from '../../service/client-port.ts';
import { toAskOutcome, toSendOutcome } from '../../service/outcome.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { createRedactor } from '../../service/redaction.ts';
import type { Core, Handlers } from '../core.ts';
import {
  findSubmissions,
  listAnswers,
  listEvents,
  listInState,
  readWholeAnswer,
} from '../submissions/public.ts';
import { type ClassifiedOutcome, classifyOutcome } from './classify-outcome.ts';
import { readSentFile } from './delivery.ts';
import type { Outbox } from './outbox.ts';
import { firstAskAt, rewriteOutcome } from './outcome-rows.ts';

/**
 * Reads kept answers again, with the profile in force. A submission that was `unknown` because its
 * answer was not understood gets its outcome. Nothing is sent.
 */
export function readAgainHandlers(core: Core, outbox: Outbox) {
  return {
    'submissions.readAgain': async (input) => {
      const read = await readAllAgain(core, input);
      // Files that waited for one of these may be sent now.
      if (!input.preview) outbox.wake();
      return read;
    },
  } satisfies Partial<Handlers>;
}

/** A whole answer can be read again. From any other, a part is missing. */
const isWhole = (code: string | null): boolean =>
  code !== 'answer_too_large' && /^(?:answer|service)_/.test(code ?? '');

async function readAllAgain(
  core: Core,
  { ids, preview }: ParsedInput<'submissions.readAgain'>,
): Promise<Output<'submissions.readAgain'>> {
  // Whoever edits `connection.json` must not decide what an answer means.
  await core.connection.requireTrust();
  const { environment } = core.connection.configured();
  const profile = core.connection.profile();
  const { queries } = core.store;
  const rows = ids ? await findSubmissions(queries, ids) : await listInState(queries, 'unknown');
  const changed: Output<'submissions.readAgain'>['changed'] = [];
  let unchanged = 0;
  for (const row of rows) {
    const isReadable = row.environment === environment && isWhole(row.answer_code);
    if (row.state !== 'unknown' || !isReadable) continue;
    const classified = await classifyKept(core, row, profile).catch(toNone(core));
    const isChanged = classified !== null && isNews(row, classified);
    if (!isChanged) unchanged += 1;
    else if (preview || (await write(core, row, classified, profile)))
      changed.push({ id: row.id, file: row.file_name, state: classified.state });
  }
  return { changed, unchanged };
}

/** A damaged answer or document keeps no other from being read. */
const toNone = (core: Core) => (error: unknown) => {
  core.log.error('answer_not_read_again', { code: toCallError(error).code });
  return null;
};

/** It counts as a change too when the answer now shows that the service has queued it. */
const isNews = (row: SubmissionsTable, { state, code }: ClassifiedOutcome): boolean =>
  state !== 'unknown' || (code === 'answer_queued' && row.answer_code !== 'answer_queued');

/**
 * What the newest answer tells that is no refusal of a question. Null where there is none, or its
 * body is not as the service sent it.
 */
async function classifyKept(
  core: Core,
  row: SubmissionsTable,
  profile: ServiceProfile,
): Promise<ClassifiedOutcome | null> {
  if (await hasFaultyBody(core, row)) return null;
  // What was written as an end had the identifier that was asked about.
  const identifier = row.answer_code === 'answer_queued' ? row.identifier : null;
  for (const kept of await listAnswers(core.store.queries, row.id)) {
    const { status, content_type: contentType, latency_ms: latencyMs, isLater: isAsked } = kept;
    const raw: RawAnswer = { status, contentType, latencyMs, body: await gunzip(kept.body_gzip) };
    if (isAsked && toAskOutcome(...read({ raw, profile }, core), identifier).kind === 'not_told')
      continue;
    const { record_count: recordCount, operation } = row;
    const file = await readSentFile(core, row);
    return classifyRaw(core, { raw, profile, recordCount, operation, isAsked }, file);
  }
  return null;
}

/** The kept bytes do not have the content encoding that the answer names, or HTTP's form. */
async function hasFaultyBody({ store }: Core, { id }: SubmissionsTable): Promise<boolean> {
  const events = await listEvents(store.queries, id);
  const faults = ['content_encoding', 'not_http'];
  return events.some(({ data }) => faults.includes(JSON.parse(data).reason));
}

/** The outcome that an answer would give a submission; it is read as on arrival. */
export async function classifyRaw(
  core: Core,
  answer: {
    readonly raw: RawAnswer;
    readonly profile: ServiceProfile;
    readonly recordCount: number;
    readonly operation?: Operation;
    readonly isAsked?: boolean;
  },
  file: Parameters<typeof readWholeAnswer>[2],
): Promise<ClassifiedOutcome> {
  const { recordCount, operation, isAsked = false } = answer;
  const sent = toSendOutcome(...read(answer, core));
  const { outcome, records, reading } = await readWholeAnswer(core, sent, file);
  return classifyOutcome(outcome, { records, recordCount, reading, operation, isAsked });
}

/** The keys of the request were removed when the answer arrived. */
function read(
  { raw, profile }: { readonly raw: RawAnswer; readonly profile: ServiceProfile },
  { clock }: Core,
): Parameters<typeof toSendOutcome> {
  const context = { profile, redactor: createRedactor([]), now: clock() };
  return [{ kind: 'answered', raw, retryAfter: null }, context];
}

/** False when a person has decided meanwhile. */
async function write(
  core: Core,
  row: SubmissionsTable,
  classified: ClassifiedOutcome,
  profile: ServiceProfile,
): Promise<boolean> {
  const at = core.clock().toISOString();
  const { state, code, event } = classified;
  const data = { ...event.data, state, code, profile: profile.name };
  return rewriteOutcome(core, {
    id: row.id,
    classified,
    change: { next_attempt_at: firstAskAt(core, row, classified, 0) },
    event: { at, kind: 'read_again', data },
    keepAnswer: null,
  });
}
