import { describe, expect, it } from 'vitest';
import type { SubmissionState } from '../../../contract/submission.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { rounds } from '../../rounds.ts';
import { holdTime } from '../service/passing-time.ts';
import { keepLog } from '../service/stand.ts';
import { type Bureau, openBureau, reopen } from './bureau.ts';

/** The state of a submission when the fault strikes. */
const situations = ['first try', 'second try', 'paused', 'cancelled', 'closing'] as const;
type Situation = (typeof situations)[number];

interface Row {
  readonly fault: { readonly kind: string; readonly [key: string]: string | number };
  readonly state: SubmissionState;
  readonly code: string | null;
  /** How often it reached the ledger. */
  readonly reached: 0 | 1;
}

const status = (number: number, state: SubmissionState, code: string): Row => ({
  fault: { kind: 'status', status: number },
  state,
  code,
  reached: 0,
});

const rows: readonly Row[] = [
  { fault: { kind: 'delay', ms: 200 }, state: 'accepted', code: null, reached: 1 },
  { fault: { kind: 'drop_before' }, state: 'unknown', code: 'connection_lost', reached: 0 },
  { fault: { kind: 'drop_after' }, state: 'unknown', code: 'connection_lost', reached: 1 },
  { fault: { kind: 'broken_json' }, state: 'unknown', code: 'answer_not_understood', reached: 1 },
  { fault: { kind: 'slow_body' }, state: 'unknown', code: 'connection_timeout', reached: 1 },
  { fault: { kind: 'huge_body' }, state: 'unknown', code: 'answer_too_large', reached: 1 },
  status(301, 'unknown', 'service_redirected'),
  status(307, 'unknown', 'service_redirected'),
  status(400, 'failed', 'service_refused'),
  status(401, 'failed', 'service_unauthorized'),
  status(403, 'failed', 'service_forbidden'),
  status(404, 'failed', 'service_not_found'),
  status(408, 'unknown', 'service_unavailable'),
  status(409, 'unknown', 'service_unclear'),
  status(413, 'failed', 'service_too_large'),
  status(415, 'failed', 'service_refused'),
  status(422, 'failed', 'service_refused'),
  status(500, 'unknown', 'service_unavailable'),
  status(502, 'unknown', 'service_unavailable'),
  status(503, 'unknown', 'service_unavailable'),
  status(504, 'unknown', 'service_unavailable'),
  // Tried again by the queue itself, unless it may not.
  {
    fault: { kind: 'status', status: 429, retryAfter: 0 },
    state: 'accepted',
    code: null,
    reached: 1,
  },
];

/**
 * A rate limit is the one fault that leaves the submission in the queue, where a pause or a close
 * keeps it.
 */
function expected(row: Row, situation: Situation): Pick<Row, 'state' | 'code' | 'reached'> {
  const staysQueued =
    row.fault.status === 429 && (situation === 'paused' || situation === 'closing');
  return staysQueued ? { state: 'queued', code: null, reached: 0 } : row;
}

const { timeouts, limits, ...profile } = defaultServiceProfile();

/** One MiB for an answer: every cell holds little. */
const clientWith = (submissionTotalMs: number) => (baseUrl: string) =>
  createServiceClient({
    baseUrl,
    profile: {
      ...profile,
      timeouts: { ...timeouts, submissionTotalMs },
      limits: { ...limits, maxAnswerBytes: 1 << 20 },
    },
    transport: { environment: {} },
    log: keepLog(),
  });

/** Does something when the intent has been written and the request is about to leave. */
function whenItLeaves(bureau: Bureau, act: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const end = bureau.app.subscribe((event) => {
      if (event.name !== 'submission.changed' || event.payload.state !== 'sending') return;
      end();
      resolve(act());
    });
  });
}

async function strike(bureau: Bureau, row: Row, cell: { situation: Situation; index: number }) {
  const { situation, index } = cell;
  const file = await bureau.put(index % 4, { first: index * 10 });
  const before = situation === 'second try' ? [{ kind: 'status', status: 429, retryAfter: 0 }] : [];
  await bureau.sandbox.plan([...before, row.fault]);
  const acts: Record<Situation, () => Promise<unknown>> = {
    'first try': async () => {},
    'second try': async () => {},
    paused: () => bureau.call('submissions.pause', {}),
    cancelled: () => bureau.call('submissions.cancelJob', { all: true }),
    closing: () => bureau.app.close(),
  };
  const acted = whenItLeaves(bureau, acts[situation]);
  const [id = ''] = await bureau.send([file]);
  const answer = await acted;
  if (situation === 'cancelled') expect(answer).toEqual({ cancelled: [] });
  const after = situation === 'closing' ? await reopen(bureau, { face: 'command_line' }) : bureau;
  await after.app.idle();
  const { submission } = await after.call('submissions.get', { id });
  const reached = (await bureau.sandbox.reached()).get(submission.sha256) ?? 0;
  return { after, found: { state: submission.state, code: submission.answerCode, reached } };
}

/** A third of the faults in each situation, each fault in some; in the soak all in all. */
const rowsFor = (situation: Situation) =>
  [...rows.entries()].filter(
    ([index]) => (index + situations.indexOf(situation)) % rounds(3, 1) === 0,
  );

// holds H2
describe.each(situations)('%s', (situation) => {
  it('ends in the true state, whatever the fault', async () => {
    const wrong: string[] = [];
    const before = process.memoryUsage().arrayBuffers;
    const time = holdTime();
    let bureau = await openBureau({ createClient: clientWith(time.submissionTotalMs) });
    for (const [index, row] of rowsFor(situation)) {
      const { state, code, reached } = expected(row, situation);
      if (row.fault.kind === 'slow_body') time.passAtAnswer();
      const { found, after } = await strike(bureau, row, { situation, index });
      const cell = `${JSON.stringify(row.fault)}: ${JSON.stringify(found)}`;
      if (JSON.stringify(found) !== JSON.stringify({ state, code, reached })) wrong.push(cell);
      const { files } = await after.call('submissions.progress', {});
      expect(files, cell).toBeGreaterThan(0);
      await after.sandbox.calm();
      if (situation === 'paused') await after.call('submissions.cancelJob', { all: true });
      if (situation === 'paused') await after.call('submissions.resume', {});
      if (situation === 'closing') await after.call('submissions.cancelJob', { all: true });
      bureau = after;
    }
    expect(wrong).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 << 20);
  });
});
