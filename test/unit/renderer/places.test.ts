import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import { submissionStateSchema } from '../../../contract/submission.ts';
import { staleMethods } from '../../../renderer/api/queries.ts';
import { batchHash, isPlace, parsePlace, placeHash } from '../../../renderer/router.ts';
import {
  isFiltered,
  noFilter,
  onlyWaitingState,
  parseFilterQuery,
  toSubmissionFilter,
} from '../../../renderer/shared/history/history-filter.ts';
import { byFile } from '../../../renderer/shared/sending/duplicates.ts';
import { nextActive } from '../../../renderer/ui/grid-keys.ts';
import { isSubmissionState, stateNames } from '../../../renderer/ui/state-tones.ts';

describe('addresses of places in the window', () => {
  it('are read back as written', () => {
    const place = { screen: 'history', inner: null, query: '' };
    expect(parsePlace(placeHash('history', 'a/b c'))).toEqual({ ...place, id: 'a/b c' });
    expect(parsePlace(batchHash('a/b c'))).toEqual({ ...place, id: 'batch', inner: 'a/b c' });
    expect(parsePlace(batchHash())).toEqual({ ...place, id: 'batch' });
    expect(parsePlace(placeHash('history', null, 'state=unknown'))).toMatchObject({
      id: null,
      query: 'state=unknown',
    });
  });

  it('are read also where a letter was cut', () => {
    expect(parsePlace('#/history/a%C3')).toMatchObject({ screen: 'history', id: 'a%C3' });
  });

  it('lead to the quarter when they are unknown', () => {
    for (const hash of ['', '#', '#/nowhere', '#code=abc'])
      expect([parsePlace(hash).screen, isPlace(hash)]).toEqual(['overview', false]);
    expect(isPlace('#/overview?period=2026-Q3')).toBe(true);
  });
});

describe('the history’s filters', () => {
  it('contain only the chosen ones', () => {
    expect(toSubmissionFilter(noFilter)).toEqual({});
    expect(isFiltered(noFilter)).toBe(false);
    expect(isFiltered({ ...noFilter, text: '  ' })).toBe(false);
    const filter = toSubmissionFilter({
      ...noFilter,
      text: ' nif ',
      state: 'attention',
      book: '140-with-invoice',
      companyId: 'c1',
    });
    expect(filter).toEqual({
      text: 'nif',
      waiting: true,
      model: '140',
      expenseType: 'with_invoice',
      companyId: 'c1',
    });
    expect(toSubmissionFilter({ ...noFilter, book: '240-received' })).toEqual({ model: '240' });
  });

  it('are read from an address', () => {
    expect(parseFilterQuery('state=unknown').state).toBe('unknown');
    expect(parseFilterQuery('state=attention').state).toBe('attention');
    expect(parseFilterQuery('state=nonsense').state).toBeNull();
    expect(parseFilterQuery('company=c%201').companyId).toBe('c 1');
    expect(toSubmissionFilter(parseFilterQuery('state=rejected&waiting=1'))).toEqual({
      states: ['rejected'],
      waiting: true,
    });
    expect(toSubmissionFilter(parseFilterQuery('batch=b1'))).toEqual({ batchId: 'b1' });
    expect(parseFilterQuery('')).toEqual(noFilter);
  });

  it('have a cause only with an unknown end or an undelivered file', () => {
    const asked = parseFilterQuery('state=unknown&cause=history_restored');
    expect(toSubmissionFilter(asked)).toEqual({ states: ['unknown'], cause: 'history_restored' });
    expect(toSubmissionFilter({ ...asked, state: 'failed' })).toMatchObject({
      cause: 'history_restored',
    });
    expect(toSubmissionFilter({ ...asked, state: 'rejected' })).toEqual({ states: ['rejected'] });
    expect(parseFilterQuery('state=failed&cause=interrupted').cause).toBe('interrupted');
    expect(parseFilterQuery('state=rejected&cause=interrupted').cause).toBeNull();
  });

  it('show whether all waiting submissions of a state are chosen', () => {
    for (const state of ['unknown', 'failed'] as const) {
      const all = parseFilterQuery(`state=${state}&waiting=1`);
      expect(onlyWaitingState(all)).toBe(state);
      for (const narrower of [
        { cause: 'interrupted' },
        { companyId: 'c1' },
        { text: 'a' },
        { state: null },
      ])
        expect(onlyWaitingState({ ...all, ...narrower })).toBeNull();
    }
    expect(onlyWaitingState(parseFilterQuery('state=unknown'))).toBe('unknown');
    expect(onlyWaitingState(parseFilterQuery('state=failed'))).toBeNull();
  });
});

describe('states', () => {
  it('are those of the contract, in its order', () => {
    expect(stateNames).toEqual(submissionStateSchema.options);
    expect(isSubmissionState('toString')).toBe(false);
  });
});

describe('keys of a grid', () => {
  it('move within the rows', () => {
    expect(nextActive('ArrowDown', -1, 3)).toBe(0);
    expect(nextActive('ArrowDown', 2, 3)).toBe(2);
    expect(nextActive('ArrowUp', -1, 3)).toBe(2);
    expect(nextActive('ArrowUp', 0, 3)).toBe(0);
    expect(nextActive('PageDown', 0, 30)).toBe(10);
    expect(nextActive('End', 0, 30)).toBe(29);
    expect(nextActive('Home', 9, 30)).toBe(0);
    expect(nextActive('Tab', 1, 3)).toBeNull();
    expect(nextActive('ArrowDown', 0, 0)).toBeNull();
  });
});

describe('duplicates', () => {
  it('are files, each of which may repeat several others', () => {
    const first: SentBefore = {
      fileId: 'f1',
      name: 'one.xml',
      submissionId: 's1',
      state: 'accepted' as const,
      shown: 'accepted' as const,
      at: '2026-10-20T08:00:00.000Z',
      guard: 'records' as const,
      earlierFile: 'zero.xml',
      records: [1, 2],
      recordCount: 2,
      isAside: false,
    };
    const three = [first, { ...first, submissionId: 's0' }, { ...first, fileId: 'f2' }];
    expect([three.length, byFile(three).size]).toEqual([3, 2]);
  });
});

describe('events', () => {
  it('reload the data that they change', () => {
    const changed = staleMethods({
      name: 'submission.changed',
      payload: { id: 's1', state: 'accepted' },
    });
    expect(changed).toEqual(
      expect.arrayContaining([
        ...(['submissions.list', 'submissions.get', 'submissions.worklist'] as const),
        ...(['submissions.causes', 'app.status'] as const),
      ]),
    );
    // The keys of the connection depend on the lock.
    expect(staleMethods({ name: 'settings.changed', payload: {} })).toEqual(
      expect.arrayContaining(['settings.get', 'connection.get']),
    );
    // Which files came through a folder and are still there, and the companies of the folders.
    const events: readonly AppEvent[] = [
      { name: 'worklist.changed', payload: { fileIds: [] } },
      { name: 'companies.changed', payload: {} },
    ];
    for (const event of events)
      expect(staleMethods(event)).toEqual(
        expect.arrayContaining(['watching.list', 'quarter.calendar']),
      );
    // What can be corrected, and the groups of companies, are those of the connection in force.
    expect(staleMethods({ name: 'connection.changed', payload: {} })).toEqual(
      expect.arrayContaining([
        ...(['companies.labels', 'submissions.corrections'] as const),
        'submissions.planCorrections',
      ]),
    );
  });
});
