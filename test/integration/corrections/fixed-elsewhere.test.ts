import { expect, it } from 'vitest';
import { planFaults } from '../../e2e/fixtures/sandbox.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile, withAnswers } from './sending.ts';
import { openTold } from './told-records.ts';

const documentOf = (records: number, operation: 'A00' | 'M00' = 'A00') =>
  makeDocument('240-received', { seed: 5, records, taxpayer: company, operation });
/** The same records, written by a person's program once more. */
const writtenAgain = (xml: string) => xml.replace('?>', '?>\n<!-- again -->');

const waiting = async (office: Office) => {
  const { submissions } = await office.call('submissions.list', { filter: { waiting: true } });
  return submissions.map(({ file }) => file);
};
const listed = async (office: Office) =>
  (await office.call('submissions.worklist', {})).files.map(({ name }) => name);

/** A file that the service has refused for its content. */
async function refuse(office: Office, name: string, xml: string): Promise<void> {
  await planFaults(office.dataFolder, [{ kind: 'status', status: 422 }]);
  expect((await send(office, name, xml)).state).toBe('failed');
}

it('a refused file needs no attention once another file with all its records is accepted', async () => {
  const office = await openPractisingOffice();
  await refuse(office, 'faulty.xml', documentOf(3));
  await send(
    office,
    'other.xml',
    makeDocument('240-received', { seed: 9, records: 1, taxpayer: company }),
  );
  expect(await waiting(office)).toEqual(['faulty.xml']);

  const fixed = await send(office, 'fixed.xml', writtenAgain(documentOf(4)));
  expect(fixed.state).toBe('accepted');
  expect(await waiting(office)).toEqual([]);
  expect((await office.call('app.status', {})).needsAttention).toBe(0);
  expect(await listed(office)).toEqual(['other.xml', 'fixed.xml']);
  const { submissions } = await office.call('submissions.list', { filter: { text: 'faulty' } });
  const { id } = submissions[0] ?? { id: '' };
  const corrections = await office.call('submissions.corrections', { id });
  expect(corrections.submissions.map(({ file }) => file)).toEqual(['fixed.xml']);
});

it('a refused file is prepared again on Submit from its submission, in place of the original', async () => {
  const office = await openPractisingOffice();
  await refuse(office, 'faulty.xml', documentOf(3));
  const { submissions } = await office.call('submissions.list', {});
  const { id } = submissions[0] ?? { id: '' };
  expect(await office.call('submissions.corrections', { id })).toMatchObject({ rejected: 3 });
  expect((await office.refused('submissions.buildCancellation', { id })).code).toBe(
    'submission_state',
  );
  const { file } = await office.call('submissions.extractRejected', { id });
  expect(file).toMatchObject({ origin: { kind: 'rejected' }, judged: { records: 3 } });
  expect(await listed(office)).toEqual([file.name]);
  expect((await sendFile(office, file.id)).state).toBe('accepted');
  expect(await waiting(office)).toEqual([]);
  expect(await office.call('submissions.corrections', { id })).toMatchObject({ rejected: 0 });
});

it('a refused file that was edited on Submit is in no second correction', async () => {
  const office = await openTold(['incorrect', 'incorrect']);
  const file = await office.drop('refused.xml', documentOf(2));
  const { id } = await sendFile(office, file.id);
  const corrections = () => office.call('submissions.corrections', { id });
  expect((await corrections()).files).toEqual([]);
  const textId = await take(office, 'text.xml', writtenAgain(documentOf(2)));
  const edited = await office.call('submissions.saveText', { fileId: file.id, textId });
  expect((await corrections()).files.map((made) => made.id)).toEqual([edited.file.id]);
  const plan = await office.call('submissions.planCorrections', { ids: [id] });
  expect(plan).toMatchObject({ submissions: [], others: 1 });
});

it('a correction that is saved and dropped again still corrects what it was made from', async () => {
  const office = await openTold(['incorrect']);
  const { id } = await send(office, 'part.xml', documentOf(2));
  const { file } = await office.call('submissions.extractRejected', { id });
  const { text } = await office.call('submissions.source', { fileId: file.id });
  const dropped = await office.drop(file.name, text);
  expect(dropped.origin).toEqual(file.origin);
  expect(await listed(office)).toEqual(['part.xml', file.name]);
  const plan = await office.call('submissions.planCorrections', { ids: [id] });
  expect(plan.submissions).toEqual([]);
});

it.each(['the same file', 'another file'])(
  'an undelivered one names the submission that sent its document again: %s',
  async (which) => {
    const office = await openPractisingOffice();
    await planFaults(office.dataFolder, [{ kind: 'status', status: 401 }]);
    const file = await office.drop('first.xml', documentOf(3));
    const first = await sendFile(office, file.id);
    expect(first.state).toBe('failed');
    const settled = async () => (await office.call('submissions.list', {})).settled;
    expect(await settled()).toEqual([]);
    const again =
      which === 'the same file'
        ? await sendFile(office, file.id)
        : await send(office, 'second.xml', documentOf(3));
    expect(again.state).toBe('accepted');
    expect(await waiting(office)).toEqual([]);
    const laterThan = async (id: string) =>
      (await office.call('submissions.corrections', { id })).submissions.map((one) => one.id);
    expect(await laterThan(first.id)).toEqual([again.id]);
    expect(await laterThan(again.id)).toEqual([]);
    expect(await settled()).toEqual([first.id]);
  },
);

it('a file that was not delivered has nothing to correct', async () => {
  const office = await openPractisingOffice();
  await planFaults(office.dataFolder, [{ kind: 'status', status: 401 }]);
  const { id, state } = await send(office, 'undelivered.xml', documentOf(3));
  expect(state).toBe('failed');
  expect(await office.call('submissions.corrections', { id })).toMatchObject({ rejected: 0 });
  expect((await office.refused('submissions.extractRejected', { id })).code).toBe(
    'submission_state',
  );
});

it('it still needs attention while one of its records is left, or the other file was withdrawn', async () => {
  const office = await openPractisingOffice();
  await refuse(office, 'faulty.xml', documentOf(3));
  await send(office, 'part.xml', writtenAgain(documentOf(2)));
  expect(await waiting(office)).toEqual(['faulty.xml']);

  await office.call('submissions.pause', {});
  const rest = { seed: 5, records: 1, firstRecord: 2, taxpayer: company };
  const { id } = await office.drop('rest.xml', makeDocument('240-received', rest));
  const { submissions } = await office.call('submissions.send', { fileIds: [id] });
  expect(await waiting(office)).toEqual([]);
  await office.call('submissions.cancelJob', { ids: submissions.map((each) => each.id) });
  expect(await waiting(office)).toEqual(['faulty.xml']);
  await office.call('submissions.resume', {});
  await sendFile(office, id);
  expect(await waiting(office)).toEqual([]);
});

it('a rejected modification is corrected by another one of its records, not by their creation', async () => {
  const office = await openPractisingOffice();
  const change = documentOf(2, 'M00');
  expect((await send(office, 'change.xml', change)).state).toBe('rejected');
  expect((await send(office, 'new.xml', documentOf(2))).state).toBe('accepted');
  expect(await waiting(office)).toEqual(['change.xml']);
  expect((await send(office, 'change-2.xml', writtenAgain(change))).state).toBe('accepted');
  expect(await waiting(office)).toEqual([]);
  expect(await listed(office)).toEqual(['new.xml', 'change-2.xml']);
});

it('records accepted with errors are corrected by any modification of all of them', async () => {
  let isFirst = true;
  const office = await openPractisingOffice(
    withAnswers((answer) => {
      const records = (answer.records ?? []).map((record, index) =>
        index === 0 ? record : { ...record, state: 'accepted_with_errors', code: 'B4_3000001' },
      );
      const result = 'partially_correct';
      const changed = { ...answer, result, ledger_response_xml: null, records };
      const told = isFirst ? changed : answer;
      isFirst = false;
      return told;
    }),
  );
  expect((await send(office, 'new.xml', documentOf(3))).state).toBe('partially_accepted');
  const change = (firstRecord: number, records: number) =>
    makeDocument('240-received', {
      ...{ seed: 5, firstRecord, records, taxpayer: company },
      operation: 'M00',
    });
  expect((await send(office, 'one.xml', change(1, 1))).state).toBe('accepted');
  expect(await waiting(office)).toEqual(['new.xml']);
  expect((await send(office, 'both.xml', change(1, 2))).state).toBe('accepted');
  expect(await waiting(office)).toEqual([]);
  expect(await listed(office)).toEqual(['new.xml', 'one.xml', 'both.xml']);
});
