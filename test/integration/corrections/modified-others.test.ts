import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile, withAnswers } from './sending.ts';

it('a submission with errors waits until their record is modified, whatever other is', async () => {
  let answers = 0;
  const office = await openPractisingOffice(
    withAnswers((answer) => {
      answers += 1;
      if (answers > 1) return answer;
      const records = (answer.records ?? []).map((record, index) =>
        index < 2 ? { ...record, state: 'accepted_with_errors', code: 'B4_3000001' } : record,
      );
      return { result: 'partially_correct', ledger_response_xml: null, records };
    }),
  );
  const { id, company: owner } = await send(
    office,
    'trimestre.xml',
    makeDocument('240-received', { seed: 41, records: 4, taxpayer: company }),
  );
  const { quarters } = await office.call('quarter.company', { id: owner.id });
  expect(quarters.flatMap(({ cells }) => cells)).toContainEqual(
    expect.objectContaining({ standing: 'toCorrect', count: 2 }),
  );
  const modify = async (record: number) => {
    const { values } = await office.call('submissions.recordForm', { id, record });
    const changed = values.map((each) =>
      each.path === 'DatosFactura/DescripcionOperacion' ? { ...each, value: `De ${record}` } : each,
    );
    const asked = { id, record, values: changed, alone: false };
    return (await office.call('submissions.buildModification', asked)).file.id;
  };
  const waits = async () => (await office.call('submissions.get', { id })).waits;
  const fileId = await modify(3);
  const other = await sendFile(office, fileId);
  expect(other).toMatchObject({ state: 'accepted', previousId: id });
  expect(await waits()).toBe(true);
  // Also once the sent file has left the list, and its origin is asked for again.
  await office.call('submissions.discard', { fileIds: [fileId] });
  expect((await office.call('backup.check', {})).submissions).toBe(2);
  expect(await waits()).toBe(true);

  // Joined with a fourth record: the file has all that needs correcting, and more.
  for (const record of [4, 2]) await modify(record);
  await sendFile(office, await modify(1));
  expect(await waits()).toBe(false);
  expect((await office.call('backup.check', {})).submissions).toBe(3);
});

it('a record is modified also while a damaged file of its book waits to be sent', async () => {
  const office = await openPractisingOffice();
  const xml = makeDocument('240-received', { seed: 42, records: 2, taxpayer: company });
  const { id } = await send(office, 'trimestre.xml', xml);
  const { values } = await office.call('submissions.recordForm', { id, record: 1 });
  const { file } = await office.call('submissions.buildModification', { id, record: 1, values });
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  const { sha256 } = file.judged ?? {};
  database.prepare("update documents set gzip = x'00' where sha256 = ?").run(sha256);
  database.close();
  const form = await office.call('submissions.recordForm', { id, record: 2 });
  expect(form).toMatchObject({ pending: [], joins: null });
});
