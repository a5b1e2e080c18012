import { vi } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Presentation } from '../../intermediary/ledger.ts';
import { json, type Way } from '../../intermediary/way.ts';
import { ways } from '../../intermediary/ways.ts';
import type { Office } from '../core/office.ts';
import { firm } from '../intermediary/connect.ts';

const [envelope] = ways;
if (!envelope) throw new Error('no way of answering');
export const standard = defaultServiceProfile();
const queued = { statuses: [202], identifier: 'job', askEveryMs: 86_400_000 };

export const profileWith = (change: object = {}) => ({
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

/** A service that answers 202, and tells the end after so many questions. */
export function queueing(vain: number, profile: object = profileWith(), retryAfter = '1') {
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
    later(identifier) {
      asked.push(identifier);
      if (asked.length <= vain || kept === null) return wait;
      return (envelope as Way).answer(kept);
    },
  };
  return { way, asked };
}

export async function send(office: Office, seed = 3): Promise<string> {
  const xml = makeDocument('240-received', { seed, records: 2, taxpayer: firm, ...dueDays() });
  const { id: fileId } = await office.drop('queued.xml', xml);
  const { submissions } = await office.call('submissions.send', { fileIds: [fileId] });
  await office.app.idle();
  return submissions[0]?.id ?? '';
}

export const read = async (office: Office, id: string) => office.call('submissions.get', { id });
export const ended = (office: Office, id: string, state: string) =>
  vi.waitUntil(async () => (await read(office, id)).submission.state === state, {
    timeout: 10_000,
    interval: 50,
  });
export const answerOf = async (office: Office, id: string) => {
  const document = await office.call('submissions.document', { id, part: 'answer' });
  return Buffer.from(document.contentBase64, 'base64').toString();
};
