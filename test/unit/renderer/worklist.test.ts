import { describe, expect, it } from 'vitest';
import {
  countAttention,
  countTabs,
  filesOfTab,
  isAnswered,
  lastBatch,
  sendingProgress,
  standingOf,
  summarize,
} from '../../../renderer/shared/worklist/worklist.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const submission = (state: string) => ({ id: 's1', state, batchId: null });

describe('standingOf', () => {
  it('gives the state of a file', () => {
    expect(standingOf(makeWorklistFile({ judged: null }))).toBe('judging');
    expect(standingOf(makeWorklistFile())).toBe('ready');
    expect(standingOf(makeWorklistFile({ judged: { verdict: 'warnings' } }))).toBe('warnings');
    expect(standingOf(makeWorklistFile({ judged: { verdict: 'invalid' } }))).toBe('errors');
    expect(standingOf(makeWorklistFile({ judged: { verdict: 'unreadable' } }))).toBe('notSendable');
    expect(standingOf(makeWorklistFile({ judged: { kind: 'ticketbai' } }))).toBe('notSendable');
  });

  it('waits for the company of a file that is otherwise ready, also with warnings', () => {
    expect(standingOf(makeWorklistFile({ company: null }))).toBe('newCompany');
    expect(standingOf(makeWorklistFile({ company: null, judged: { verdict: 'warnings' } }))).toBe(
      'newCompany',
    );
    expect(standingOf(makeWorklistFile({ company: null, judged: { verdict: 'invalid' } }))).toBe(
      'errors',
    );
  });

  it('distinguishes waiting for an authorization from waiting for something else of the company', () => {
    for (const obstacle of ['authorization_required', 'authorization_expired'] as const)
      expect(standingOf(makeWorklistFile({ obstacle }))).toBe('noAuthorization');
    expect(standingOf(makeWorklistFile({ obstacle: 'company_without_key' }))).toBe('blocked');
    const invalid = { obstacle: 'authorization_required', judged: { verdict: 'invalid' } } as const;
    expect(standingOf(makeWorklistFile(invalid))).toBe('errors');
  });

  it('counts a file as sent unless its submission surely was not sent', () => {
    for (const state of [
      'queued',
      'sending',
      'accepted',
      'partially_accepted',
      'rejected',
      'unknown',
    ]) {
      expect(standingOf(makeWorklistFile({ submission: submission(state) }))).toBe('sent');
    }
    const unsent = { failed: 'undelivered', cancelled: 'ready' };
    for (const [state, standing] of Object.entries(unsent))
      expect(standingOf(makeWorklistFile({ submission: submission(state) }))).toBe(standing);
  });

  it('lets a file leave the list as sent only once it is no longer on its way', () => {
    const states = ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'failed'];
    const leaving = states.filter((state) =>
      isAnswered(makeWorklistFile({ submission: submission(state) })),
    );
    expect(leaving).toEqual(['accepted', 'rejected', 'unknown']);
  });

  it('gives a file that the service refused for its content as one to correct', () => {
    const refused = (code: string, state = 'failed') =>
      standingOf(makeWorklistFile({ submission: { ...submission(state), code } }));
    for (const code of ['service_refused', 'service_conflict', 'service_too_large'])
      expect(refused(code)).toBe('errors');
    expect(refused('service_refused', 'cancelled')).toBe('ready');
    for (const code of ['service_forbidden', 'service_not_found', 'connection_lost'])
      expect(refused(code)).toBe('undelivered');
  });
});

describe('lastBatch', () => {
  it('is the newest one, whatever arrived last', () => {
    const inBatch = (batchId: string | null) =>
      makeWorklistFile({ submission: { id: 's', state: 'accepted', batchId } });
    const ids = ['01a2-1', '01a2-3', '01a2-2'].map(inBatch);
    expect(lastBatch([...ids, inBatch(null), makeWorklistFile()])).toBe('01a2-3');
    expect(lastBatch([makeWorklistFile()])).toBe(null);
  });
});

describe('tabs', () => {
  const files = [
    makeWorklistFile({ id: 'a' }),
    makeWorklistFile({ id: 'b', judged: { verdict: 'invalid' } }),
    makeWorklistFile({ id: 'c', company: null }),
    makeWorklistFile({ id: 'd', judged: null }),
  ];

  it('have counts, and the occasional ones appear only when they have files', () => {
    expect(countTabs(files)).toEqual([
      { tab: 'all', count: 4 },
      { tab: 'ready', count: 1 },
      { tab: 'errors', count: 1 },
      { tab: 'newCompany', count: 1 },
    ]);
    expect(countTabs([]).map(({ tab }) => tab)).not.toContain('sent');
  });

  it('tell what was not delivered from what is ready or was withdrawn', () => {
    const sent = (['failed', 'cancelled'] as const).map((state) =>
      makeWorklistFile({ id: state, submission: submission(state) }),
    );
    const refused = makeWorklistFile({
      id: 'refused',
      submission: { ...submission('failed'), code: 'service_refused' },
    });
    const all = [...files, ...sent, refused];
    expect(filesOfTab(all, 'undelivered').map(({ id }) => id)).toEqual(['failed', 'refused']);
    expect(filesOfTab(all, 'ready').map(({ id }) => id)).toEqual(['a', 'cancelled']);
    expect(filesOfTab(all, 'errors').map(({ id }) => id)).toEqual(['b']);
    expect(summarize(all)).toMatchObject({ fileIds: ['a', 'failed', 'cancelled'], undelivered: 1 });
  });

  it('tell what is queued or being sent from what was sent', () => {
    const states = ['queued', 'sending', 'accepted'] as const;
    const sent = states.map((state) =>
      makeWorklistFile({ id: state, submission: { id: state, state, batchId: null } }),
    );
    expect(filesOfTab(sent, 'onTheWay').map(({ id }) => id)).toEqual(['queued', 'sending']);
    expect(filesOfTab(sent, 'sent').map(({ id }) => id)).toEqual(['accepted']);
  });

  it('show the files of one', () => {
    expect(filesOfTab(files, 'errors').map((file) => file.id)).toEqual(['b']);
    expect(filesOfTab(files, 'all')).toBe(files);
  });
});

describe('summarize', () => {
  it('sums up exactly what the button would send', () => {
    const other = { id: 'c2', fullName: 'Another' };
    const summary = summarize([
      makeWorklistFile({ id: 'a' }),
      makeWorklistFile({ id: 'b' }),
      makeWorklistFile({ id: 'c', company: other, judged: { verdict: 'warnings', records: 5 } }),
      makeWorklistFile({ id: 'd', judged: { verdict: 'invalid' } }),
      makeWorklistFile({ id: 'e', company: null }),
      makeWorklistFile({ id: 'f', submission: submission('accepted') }),
      makeWorklistFile({ id: 'g', judged: null }),
      makeWorklistFile({ id: 'h', obstacle: 'authorization_required' }),
      makeWorklistFile({ id: 'i', obstacle: 'company_archived' }),
    ]);
    expect(summary).toMatchObject({
      fileIds: ['a', 'b', 'c'],
      companies: 2,
      amount: '300.30',
      left: 4,
      judging: 1,
      sent: 1,
    });
    expect(summary.newCompanies.map((file) => file.id)).toEqual(['e']);
  });
});

describe('the progress of files', () => {
  const files = ['queued', 'sending', 'accepted', 'rejected', 'unknown', 'failed'].map(
    (state, index) => makeWorklistFile({ id: String(index), submission: submission(state) }),
  );

  it('shows how far the queue is', () => {
    expect(sendingProgress(files)).toMatchObject({ done: 4, total: 6 });
    expect(sendingProgress(files).onTheWay).toHaveLength(2);
  });

  it('counts the batches on their way, undelivered files included, files sent before not', () => {
    const of = (batchId: string, state: string, id: string) =>
      makeWorklistFile({ id, submission: { id, state, batchId } });
    const before = ['a', 'b', 'c'].map((id) => of('yesterday', 'accepted', id));
    const now = [
      of('today', 'accepted', 'd'),
      of('today', 'queued', 'e'),
      of('today', 'failed', 'f'),
    ];
    expect(sendingProgress([...before, ...now])).toEqual({
      done: 2,
      undelivered: 1,
      total: 3,
      onTheWay: ['e'],
    });
    expect(sendingProgress(before)).toMatchObject({ done: 0, total: 0, onTheWay: [] });
  });

  it('keeps the total of a batch from its first file to its last, whatever their ends', () => {
    const ends = ['accepted', 'failed', 'rejected', 'unknown', 'partially_accepted'];
    for (let ended = 0; ended < ends.length; ended += 1) {
      const batch = ends.map((end, place) => {
        const state = place < ended ? end : place === ended ? 'sending' : 'queued';
        const id = String(place);
        return makeWorklistFile({ id, submission: { id, state, batchId: 'one' } });
      });
      expect(sendingProgress(batch)).toMatchObject({ done: ended, total: ends.length });
    }
  });

  it('counts files that wait for a person', () => {
    expect(countAttention(files)).toBe(2);
  });
});
