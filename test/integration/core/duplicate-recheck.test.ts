import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { company, historyIssues, sendFile, withAnswers } from '../corrections/sending.ts';
import { type Office, type OfficeOptions, openPractisingOffice } from './office.ts';

const document = (seed: number, records = 2) =>
  makeDocument('240-received', { seed, records, taxpayer: company });

/** The list's warnings on a file, and those of the history. */
async function standing(office: Office, id: string) {
  const { files } = await office.call('submissions.worklist', { fileIds: [id] });
  const issues = await historyIssues(office, id);
  const { judged: validated } = files[0] ?? {};
  return {
    verdict: validated?.verdict,
    warnings: validated?.issueCounts.warning,
    said: issues.map(({ code, params }) => [code, params.file, params.state]),
  };
}

const untold = { verdict: 'valid', warnings: 0, said: [] };
const told = (state: string) => ({
  verdict: 'warnings',
  warnings: 1,
  said: [['history_same_document', 'enero.xml', state]],
});

async function openWithCopy() {
  const office = await openPractisingOffice();
  const first = await office.drop('enero.xml', document(1));
  const copy = await office.drop('copia.xml', document(1));
  expect(await standing(office, copy.id)).toEqual(untold);
  return { office, first, copy };
}

describe('a copy of a document on the worklist', () => {
  it('shows the present state of the document without a new check, with the same result', async () => {
    const { office, first, copy } = await openWithCopy();
    await office.call('submissions.send', { fileIds: [first.id] });
    await office.app.idle();
    expect(await standing(office, copy.id)).toEqual(told('accepted'));
    // The file that was sent keeps its verdict of that time.
    expect(await standing(office, first.id)).toEqual(untold);
    const before = await office.call('submissions.worklist', {});
    const issues = await office.call('submissions.issues', { fileId: copy.id });
    await office.call('submissions.check', { fileIds: [copy.id] });
    expect(await office.call('submissions.worklist', {})).toEqual(before);
    expect(await office.call('submissions.issues', { fileId: copy.id })).toEqual(issues);
  });

  it('shows it also beside a file whose stored issues are damaged', async () => {
    const { office, first, copy } = await openWithCopy();
    const next = await office.drop('otra.xml', document(1));
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    database.prepare("update worklist_files set issues_gzip = x'00' where id = ?").run(copy.id);
    database.close();
    await office.call('submissions.send', { fileIds: [first.id] });
    await expect.poll(() => standing(office, next.id)).toEqual(told('accepted'));
  });

  it('shows that the document is queued, and no longer when that is withdrawn', async () => {
    const { office, first, copy } = await openWithCopy();
    await office.call('submissions.pause', {});
    const { submissions } = await office.call('submissions.send', { fileIds: [first.id] });
    await expect.poll(() => standing(office, copy.id)).toEqual(told('queued'));
    await office.call('submissions.cancelJob', { ids: submissions.map(({ id }) => id) });
    await expect.poll(() => standing(office, copy.id)).toEqual(untold);
  });

  it('shows it after a start when the run that sent the document did not finish', async () => {
    const { office, first, copy } = await openWithCopy();
    const accepted = new Promise<void>((resolve) => {
      office.app.subscribe((event) => {
        if (event.name === 'submission.changed' && event.payload.state === 'accepted') resolve();
      });
    });
    await office.call('submissions.send', { fileIds: [first.id] });
    await accepted;
    const next = await office.restart();
    await next.app.idle();
    expect(await standing(next, copy.id)).toEqual(told('accepted'));
  });

  it('is right too when there are more messages than the list shows', async () => {
    const office = await openPractisingOffice();
    const records = 1010;
    const first = await office.drop('enero.xml', document(1, records));
    await office.call('submissions.send', { fileIds: [first.id] });
    await office.app.idle();
    const again = `${document(1, records)}\n<!-- otra vez -->\n`;
    const second = await office.drop('enero.xml', again);
    const copy = await office.drop('copia.xml', again);
    const all = await standing(office, copy.id);
    expect(all.warnings).toBe(records);
    await office.call('submissions.pause', {});
    const { submissions } = await office.call('submissions.send', {
      fileIds: [second.id],
      confirmDuplicates: true,
    });
    await expect.poll(() => standing(office, copy.id)).toEqual(told('queued'));
    await office.call('submissions.cancelJob', { ids: submissions.map(({ id }) => id) });
    await expect.poll(() => standing(office, copy.id)).toEqual(all);
  });

  it('shows it with the next change when the disk refused it at first', async () => {
    const { office, first, copy } = await openWithCopy();
    const another = await office.drop('febrero.xml', document(2));
    await office.call('submissions.pause', {});
    await office.call('submissions.send', { fileIds: [first.id] });
    const other = new Database(join(office.dataFolder, 'zubi.db'));
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    await office.app.idle();
    other.exec('rollback');
    expect(await standing(office, copy.id)).toEqual(untold);
    await office.call('submissions.send', { fileIds: [another.id] });
    await expect.poll(() => standing(office, copy.id)).toEqual(told('queued'));
  });

  it('shows it only while the connection to which the document was sent is in use', async () => {
    const { office, first, copy } = await openWithCopy();
    await office.call('submissions.send', { fileIds: [first.id] });
    await expect.poll(() => standing(office, copy.id)).toEqual(told('accepted'));
    const userApiKey = 'a-key-for-nobody';
    await office.call('connection.set', { baseUrl: 'http://127.0.0.1:9', userApiKey });
    await expect.poll(() => standing(office, copy.id)).toEqual(untold);
    await office.call('connection.useSandbox', {});
    // Also where the application is closed before it has asked.
    const next = await office.restart();
    await expect.poll(() => standing(next, copy.id)).toEqual(told('accepted'));
  });

  it('is not changed by another document', async () => {
    const { office, first, copy } = await openWithCopy();
    const others = [];
    for (const seed of [2, 3, 4]) others.push(await office.drop(`${seed}.xml`, document(seed)));
    const changed: string[] = [];
    office.app.subscribe((event) => {
      if (event.name === 'worklist.changed') changed.push(...event.payload.fileIds);
    });
    await office.call('submissions.send', { fileIds: others.map(({ id }) => id) });
    await office.app.idle();
    expect(changed).toEqual([]);
    await office.call('submissions.send', { fileIds: [first.id] });
    await office.app.idle();
    expect([...new Set(changed)]).toEqual([copy.id]);
  });

  it('shows it also when more files change than one pass looks for', async () => {
    const office = await openPractisingOffice();
    const fileIds: string[] = [];
    for (let index = 0; index < 260; index += 1) {
      const xml = makeDocument('240-received', {
        seed: 7,
        records: 1,
        firstRecord: index,
        taxpayer: company,
      });
      const taken = await office.app.takeFile({ name: `${index}.xml`, bytes: Buffer.from(xml) });
      fileIds.push(taken.ok ? taken.value.fileId : taken.error.code);
    }
    const { files } = await office.call('submissions.check', { fileIds });
    const copies = [];
    for (const index of [0, 249, 250, 259]) {
      const xml = makeDocument('240-received', {
        seed: 7,
        records: 1,
        firstRecord: index,
        taxpayer: company,
      });
      copies.push(await office.drop('copia.xml', xml));
    }
    await office.call('submissions.pause', {});
    await office.call('submissions.send', { fileIds: files.map(({ id }) => id) });
    await office.app.idle();
    for (const { id } of copies) {
      const { said } = await standing(office, id);
      expect(said).toMatchObject([['history_same_document', expect.any(String), 'queued']]);
    }
  });
});

describe('a file of the same book on the worklist', () => {
  /** Of three records in a row, the last of one file is the first of the other. */
  const overlapping = (firstRecord: number, taxpayer = company) =>
    makeDocument('240-received', { seed: 5, records: 2, firstRecord, taxpayer });
  const toldOfRecord = (state: string) => ({
    verdict: 'warnings',
    warnings: 1,
    said: [['history_same_record', 'enero.xml', state]],
  });

  async function openWithNeighbour(options: OfficeOptions = {}) {
    const office = await openPractisingOffice(options);
    const first = await office.drop('enero.xml', overlapping(0));
    const neighbour = await office.drop('febrero.xml', overlapping(1));
    expect(await standing(office, neighbour.id)).toEqual(untold);
    return { office, first, neighbour };
  }

  it('shows which of its records were sent once the batch is at rest, as a check would', async () => {
    const { office, first, neighbour } = await openWithNeighbour();
    await office.call('submissions.send', { fileIds: [first.id] });
    await expect.poll(() => standing(office, neighbour.id)).toEqual(toldOfRecord('accepted'));
    const before = await office.call('submissions.worklist', {});
    await office.call('submissions.check', { fileIds: [neighbour.id] });
    expect(await office.call('submissions.worklist', {})).toEqual(before);
  });

  async function openWithLost() {
    const error = { code: 'connection_lost', details: {} } as const;
    const lost = withAnswers(() => ({ kind: 'unknown', error, raw: null }));
    const { office, first, neighbour } = await openWithNeighbour(lost);
    const { id } = await sendFile(office, first.id);
    await expect.poll(() => standing(office, neighbour.id)).toEqual(toldOfRecord('unknown'));
    return { office, neighbour, lost: { id, decision: 'not_delivered' } as const };
  }

  it('no longer shows it when a person decides that a lost file did not arrive', async () => {
    const { office, neighbour, lost } = await openWithLost();
    await office.call('submissions.resolve', lost);
    await expect.poll(() => standing(office, neighbour.id)).toEqual(untold);
  });

  it('no longer shows it after a start when the run of that decision ended at once', async () => {
    const { office, neighbour, lost } = await openWithLost();
    await office.call('submissions.resolve', lost);
    const next = await office.restart();
    await next.app.idle();
    expect(await standing(next, neighbour.id)).toEqual(untold);
  });

  it('shows it after a start when the application was closed right after the batch', async () => {
    const { office, first, neighbour } = await openWithNeighbour();
    const ended = Promise.withResolvers<void>();
    office.app.subscribe(({ name }) => name === 'batch.ended' && ended.resolve());
    await office.call('submissions.send', { fileIds: [first.id] });
    await ended.promise;
    const next = await office.restart();
    await expect.poll(() => standing(next, neighbour.id)).toEqual(toldOfRecord('accepted'));
  });

  it('no longer shows it when queued files were withdrawn', async () => {
    const { office, first, neighbour } = await openWithNeighbour();
    await office.call('submissions.pause', {});
    const { submissions } = await office.call('submissions.send', { fileIds: [first.id] });
    await office.call('submissions.check', { fileIds: [neighbour.id] });
    expect(await standing(office, neighbour.id)).toEqual(toldOfRecord('queued'));
    await office.call('submissions.cancelJob', { ids: submissions.map(({ id }) => id) });
    await expect.poll(() => standing(office, neighbour.id)).toEqual(untold);
  });

  it('shows it also when it was withdrawn itself before', async () => {
    const { office, first, neighbour } = await openWithNeighbour();
    await office.call('submissions.pause', {});
    const sent = await office.call('submissions.send', { fileIds: [neighbour.id] });
    await office.call('submissions.cancelJob', { ids: sent.submissions.map(({ id }) => id) });
    await office.call('submissions.resume', {});
    await sendFile(office, first.id);
    await expect.poll(() => standing(office, neighbour.id)).toEqual(toldOfRecord('accepted'));
  });

  it('is not changed when it has faults, is of another book, or no record of it was sent', async () => {
    const { office, first, neighbour } = await openWithNeighbour();
    const faulty = overlapping(1).replace(/<CuotaIVASoportada>[^<]*/, '<CuotaIVASoportada>x');
    await office.drop('faulty.xml', faulty);
    const cancellation = { seed: 5, records: 2, taxpayer: company };
    await office.drop('anulación.xml', makeDocument('240-received-cancellation', cancellation));
    await office.drop('otra.xml', makeDocument('240-received', { seed: 5, records: 2 }));
    await office.drop('far.xml', overlapping(7));
    const changed: string[] = [];
    office.app.subscribe((event) => {
      if (event.name === 'worklist.changed') changed.push(...event.payload.fileIds);
    });
    await office.call('submissions.send', { fileIds: [first.id] });
    await expect.poll(() => standing(office, neighbour.id)).toEqual(toldOfRecord('accepted'));
    await office.app.idle();
    expect(changed).toEqual([neighbour.id]);
  });
});
