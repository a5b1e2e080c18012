import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { share } from '../../fixtures/lifetime.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { sampled } from '../../rounds.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { sentBefore } from '../core/sent-before.ts';
import { historyIssues } from '../corrections/sending.ts';
import { openBureau } from '../outbox/bureau.ts';
import { company } from './filing.ts';

/** Of consecutive documents, the last record of one is the first of the next. */
const document = (firstRecord: number) =>
  makeDocument('240-received', { seed: 6, records: 2, firstRecord, taxpayer: company });

async function sendDocument(office: Office, firstRecord: number): Promise<void> {
  const file = await office.drop(`${firstRecord}.xml`, document(firstRecord));
  await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
}

/** One document in the copy, and one that was sent after it. */
async function openRestored() {
  const office = await openPractisingOffice();
  await sendDocument(office, 10);
  const made = await office.call('backup.create', {});
  await sendDocument(office, 20);
  const restored = await office.call('backup.restore', { id: made.id });
  expect(restored).toMatchObject({ submissions: 1, leftAside: 1 });
  return {
    office,
    made: made.id,
    aside: join(office.dataFolder, 'backups', restored.setAside ?? ''),
  };
}

// One office: its submissions stay, and the files of each test join its list.
describe('submissions set aside', () => {
  const restored = share(openRestored);

  it('need confirmation when some of their records come again', async () => {
    const { office } = restored();
    const next = await office.drop('21.xml', document(21));
    expect(await sentBefore(office, next.id)).toEqual([
      expect.objectContaining({ guard: 'records', isAside: true, records: [1], recordCount: 1 }),
    ]);
  });

  it('need no yes for other documents, and the copy decides on what it has', async () => {
    const { office } = restored();
    const old = await office.drop('vieja.xml', document(10));
    expect(await sentBefore(office, old.id)).toMatchObject([
      { guard: 'document', earlierFile: '10.xml', isAside: false },
    ]);
    await sendDocument(office, 30);
    const { submissions } = await office.call('submissions.list', {});
    expect(submissions.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('need confirmation when their document comes again', async () => {
    const { office } = restored();
    const again = await office.drop('otra vez.xml', document(20));
    expect(await sentBefore(office, again.id)).toEqual([
      expect.objectContaining({
        fileId: again.id,
        guard: 'document',
        state: 'accepted',
        isAside: true,
        earlierFile: '20.xml',
        recordCount: 0,
      }),
    ]);
    await office.call('submissions.send', { fileIds: [again.id], confirmDuplicates: true });
    await office.app.idle();
    const { submissions } = await office.call('submissions.list', {});
    // The ledger has it, and says so.
    expect(submissions.map(({ state }) => state)).toEqual(['rejected', 'accepted', 'accepted']);
  });

  it('are looked for by a statement that is prepared once, however many files come', async () => {
    const { office } = restored();
    const files = await Promise.all(
      [40, 50, 60].map((first) => office.drop(`${first}.xml`, document(first))),
    );
    const prepare = vi.spyOn(Database.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    await office.call('submissions.send', { fileIds: files.map(({ id }) => id) });
    const asked = prepare.mock.calls.map(([text]) => text);
    const ofRecords = asked.filter((text) => /mine\.record.* restored\.submissions/s.test(text));
    expect(ofRecords).toHaveLength(1);
    await office.app.idle();
  });
});

describe('submissions sent after the restored copy was made', () => {
  it('are warned of on the list, when their document was on it at that time or comes again', async () => {
    const office = await openPractisingOffice();
    const file = await office.drop('20.xml', document(20));
    const { id } = await office.call('backup.create', {});
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    await office.call('backup.restore', { id });
    const warned = async () => {
      const { files } = await office.call('submissions.worklist', {});
      return files.map(({ judged }) => judged?.verdict);
    };
    await expect.poll(warned).toEqual(['warnings']);
    const again = await office.drop('otra vez.xml', document(20));
    expect((await historyIssues(office, again.id)).map(({ code }) => code)).toEqual([
      'history_same_aside',
    ]);
  });

  it.each(
    sampled(
      [
        ['incorrect', 'queued'],
        ['not_told', 'sent_before'],
      ] as const,
      1,
    ),
  )(
    'have a record of a refused file that is %s there: the outcome is %s',
    async (state, expected) => {
      const { office, aside } = await openRestored();
      const history = new Database(join(aside, 'zubi.db'));
      history.pragma('ignore_check_constraints = ON');
      history.exec(`update submissions set state = 'rejected' where file_name = '20.xml';
      update record_results set state = '${state}' where submission_id =
        (select id from submissions where file_name = '20.xml')`);
      history.close();
      const next = await office.drop('21.xml', document(21));
      const { outcome } = await office.call('submissions.send', { fileIds: [next.id] });
      expect(outcome).toBe(expected);
    },
  );

  it('are named by their outcome: all records recorded, some with errors', async () => {
    const { office, aside } = await openRestored();
    for (const path of [join(aside, 'zubi.db'), join(office.dataFolder, 'zubi.db')]) {
      const history = new Database(path);
      history.exec(`update submissions set state = 'partially_accepted', correct_count = 0,
        accepted_with_errors_count = record_count, incorrect_count = 0`);
      history.close();
    }
    const fileIds: string[] = [];
    for (const record of [10, 20, 21])
      fileIds.push((await office.drop(`${record}, otra vez.xml`, document(record))).id);
    expect(await sentBefore(office, ...fileIds)).toMatchObject([
      { guard: 'document', isAside: false, shown: 'accepted_with_errors' },
      { guard: 'document', isAside: true, shown: 'accepted_with_errors' },
      { guard: 'records', isAside: true, shown: 'accepted_with_errors' },
      { guard: 'batch', shown: 'queued' },
    ]);
    const left = await office.call('backup.leftAside', { id: basename(aside) });
    expect(left.submissions).toMatchObject([{ shown: 'accepted_with_errors' }]);
  });

  it('need confirmation whichever of several histories has them, also those being sent', async () => {
    const { office, aside, made } = await openRestored();
    await sendDocument(office, 30);
    await office.call('backup.restore', { id: made });
    const first = new Database(join(aside, 'zubi.db'));
    const changed = first
      .prepare("update submissions set state = 'sending' where file_name = '20.xml'")
      .run();
    first.close();
    expect(changed.changes).toBe(1);
    const fileIds: string[] = [];
    for (const record of [20, 30])
      fileIds.push((await office.drop(`${record}, otra vez.xml`, document(record))).id);
    expect(await sentBefore(office, ...fileIds)).toMatchObject([
      { guard: 'document', state: 'unknown', isAside: true, earlierFile: '20.xml' },
      { guard: 'document', state: 'accepted', isAside: true, earlierFile: '30.xml' },
    ]);
  });

  it('need confirmation although a person resolved them as not delivered; a person decides unknown ones', async () => {
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    await bureau.sandbox.plan([{ kind: 'drop_before' }]);
    const ids = await bureau.send([await bureau.put(0), await bureau.put(1)]);
    const made = await bureau.call('backup.create', {});
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    const states = await Promise.all(ids.map(bureau.stateOf));
    expect(states.toSorted()).toEqual(['accepted', 'unknown']);
    await bureau.call('backup.restore', { id: made.id });
    await bureau.call('submissions.resolveAll', { ids, decision: 'not_delivered', note: '' });
    const { submissions, left } = await bureau.call('submissions.retryAll', { ids });
    const [arrived = '', lost = ''] = states[0] === 'accepted' ? ids : ids.toReversed();
    expect([submissions, left]).toMatchObject([
      [{ previousId: lost }],
      [{ id: arrived, code: 'already_sent' }],
    ]);
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1, 1]);
  });

  it('stay unknown where the history set aside cannot be read, and new documents can be sent', async () => {
    const { office, aside } = await openRestored();
    writeFileSync(join(aside, 'zubi.db'), 'nothing that could be read');
    await sendDocument(office, 30);
    const { submissions } = await office.call('submissions.list', {});
    expect(submissions.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });

  it('are not sent again among many files, also when only some records are the same', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 404 }]);
    const [failed = ''] = await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    const made = await bureau.call('backup.create', {});
    await bureau.send([await bureau.put(0, { first: 1 })]);
    await bureau.app.idle();
    await bureau.call('backup.restore', { id: made.id });
    const { submissions, left } = await bureau.call('submissions.retryAll', { ids: [failed] });
    expect([submissions, left]).toMatchObject([
      [],
      [{ code: 'already_sent', earlier: null, recordCount: 1 }],
    ]);
  });

  it('are not sent again among many files', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 404 }]);
    const [failed = ''] = await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    expect(await bureau.stateOf(failed)).toBe('failed');
    const made = await bureau.call('backup.create', {});
    await bureau.call('submissions.retry', { id: failed });
    await bureau.app.idle();
    await bureau.call('backup.restore', { id: made.id });
    const { submissions, left } = await bureau.call('submissions.retryAll', { ids: [failed] });
    expect([submissions, left]).toEqual([
      [],
      [
        expect.objectContaining({
          id: failed,
          code: 'already_sent',
          earlier: null,
          recordCount: 0,
        }),
      ],
    ]);
    expect((await bureau.refused('submissions.retry', { id: failed })).code).toBe('already_sent');
    await bureau.app.idle();
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1]);
  });
});
