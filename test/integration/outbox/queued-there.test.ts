import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Presentation } from '../../intermediary/ledger.ts';
import { type Answer, json, type Way } from '../../intermediary/way.ts';
import { ways } from '../../intermediary/ways.ts';
import type { Office } from '../core/office.ts';
import { connect, firm } from '../intermediary/connect.ts';

const [envelope] = ways;
if (!envelope) throw new Error('no way of answering');
const standard = defaultServiceProfile();
const queued = { statuses: [202], identifier: 'job', askEveryMs: 86_400_000 };

const profileWith = (change: object = {}) => ({
  ...standard,
  name: 'queueing',
  endpoints: {
    ...standard.endpoints,
    submissionResult: { path: '/results/{identifier}', credential: 'client' },
  },
  answers: {
    ...standard.answers,
    submission: { ...standard.answers.submission, queued: { ...queued, ...change } },
  },
});

/** A service that answers 202, and tells the end when it was asked so many times. */
function queueing(vain: number, profile: object = profileWith(), retryAfter = '1') {
  const asked: string[] = [];
  let kept: Presentation | null = null;
  const wait = { ...json({ job: 'job-7', text: 'queued' }), status: 202, retryAfter };
  const way: Way = {
    ...(envelope as Way),
    profile: profile as Way['profile'],
    answer(presentation) {
      kept = presentation;
      return wait;
    },
    later(identifier): Answer {
      asked.push(identifier);
      if (asked.length <= vain || kept === null) return wait;
      return (envelope as Way).answer(kept);
    },
  };
  return { way, asked };
}

async function send(office: Office): Promise<string> {
  const xml = makeDocument('240-received', { seed: 3, records: 2, taxpayer: firm });
  const { id: fileId } = await office.drop('queued.xml', xml);
  const { submissions } = await office.call('submissions.send', { fileIds: [fileId] });
  await office.app.idle();
  return submissions[0]?.id ?? '';
}

const read = async (office: Office, id: string) => office.call('submissions.get', { id });
const ended = (office: Office, id: string, state: string) =>
  vi.waitUntil(async () => (await read(office, id)).submission.state === state, {
    ...{ timeout: 10_000, interval: 50 },
  });
const answerOf = async (office: Office, id: string) => {
  const document = await office.call('submissions.document', { id, part: 'answer' });
  return Buffer.from(document.contentBase64, 'base64').toString();
};

describe('a file that the service has queued', () => {
  it('is asked about over a restart, is never sent again, and ends as what it is', async () => {
    const { way, asked } = queueing(1);
    const { office, service } = await connect(way);
    const id = await send(office);
    const { submission } = await read(office, id);
    expect(submission).toMatchObject({
      ...{ state: 'unknown', answerCode: 'answer_queued', identifier: 'job-7' },
    });
    // The service names a second; the profile a day.
    expect(Date.parse(submission.nextAttemptAt ?? '')).toBeLessThan(Date.now() + 5000);
    expect(await answerOf(office, id)).toContain('queued');
    const again = await office.drop('copy.xml', (await sentXml(office, id)).toString());
    const repeated = await office.call('submissions.send', { fileIds: [again.id] });
    expect(repeated.submissions).toEqual([]);

    const next = await office.restart();
    await ended(next, id, 'accepted');
    expect(asked).toEqual(['job-7', 'job-7']);
    expect(service.ledger.presentations).toHaveLength(1);
    const { submission: done, events } = await read(next, id);
    expect(done).toMatchObject({ state: 'accepted', nextAttemptAt: null });
    expect(events.map(({ kind }) => kind).slice(-2)).toEqual(['unknown', 'answered']);
    expect(await answerOf(next, id)).toContain('ledger_response_xml');
    await next.call('backup.check', {});
    await next.app.close();
    const history = new Database(join(next.dataFolder, 'zubi.db'));
    history.exec('drop trigger later_answers_stay; update later_answers set status = 201');
    history.close();
    const forged = await next.restart();
    expect((await forged.refused('backup.check', {})).code).toBe('database_damaged');
  });

  it('is asked about by hand where its time is over, and by nobody once a person has decided', async () => {
    const short = profileWith({ askForMs: 1000 });
    const { way } = queueing(1, short, '60');
    const { office } = await connect(way);
    const id = await send(office);
    expect((await read(office, id)).submission.nextAttemptAt).toBe(null);
    const vain = await office.call('submissions.ask', { ids: [id] });
    expect(vain.changed).toEqual([]);
    const told = await office.call('submissions.ask', { ids: [id] });
    expect(told.changed).toEqual([{ id, file: 'queued.xml', state: 'accepted' }]);
    expect(await office.call('submissions.ask', { ids: [id] })).toEqual({
      changed: [],
      unchanged: 1,
    });

    const second = queueing(100);
    const { office: other } = await connect(second.way);
    const decided = await send(other);
    await other.call('submissions.resolve', { id: decided, decision: 'accepted' });
    const before = second.asked.length;
    expect((await other.call('submissions.ask', { ids: [decided] })).changed).toEqual([]);
    expect(second.asked).toHaveLength(before);
  });

  it('by a profile that did not know of it is found by reading its answer again', async () => {
    const { way } = queueing(0, standard);
    const { office } = await connect(way);
    const id = await send(office);
    expect((await read(office, id)).submission).toMatchObject({
      ...{ state: 'unknown', answerCode: 'answer_incomplete', nextAttemptAt: null },
    });
    await office.call('connection.set', { profile: profileWith() });
    const { changed } = await office.call('submissions.readAgain', {});
    expect(changed).toEqual([{ id, file: 'queued.xml', state: 'unknown' }]);
    await ended(office, id, 'accepted');
    expect(await answerOf(office, id)).toContain('ledger_response_xml');
  });
});

async function sentXml(office: Office, id: string): Promise<Buffer> {
  const document = await office.call('submissions.document', { id, part: 'sent' });
  return Buffer.from(document.contentBase64, 'base64');
}
