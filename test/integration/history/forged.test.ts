import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { forgeHistory } from '../../fixtures/recompute-chain.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { sampled } from '../../rounds.ts';
import {
  type AuthorizationOffice,
  lantegiak,
  openAuthorizationOffice,
} from '../authorizations/office.ts';
import { send } from '../backup/filing.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

/** An office with a refused submission that was dismissed, and a rejected authorization. */
async function openLivedOffice(): Promise<{ office: AuthorizationOffice; id: string }> {
  const office = await openAuthorizationOffice({ holds: true });
  await office.upload('1.pdf', makePdf());
  const { companyId } = office;
  await office.call('authorizations.decide', { companyId, decision: 'rejected', reason: 'Falta' });
  // The day's head comes before the forged row: else the head reveals it, not the seal.
  const signedOn = async () => (await office.call('history.chain', {})).signedOn;
  await expect.poll(signedOn).not.toBeNull();
  // The ledger has none of what it cancels.
  const taxpayer = { taxId: lantegiak.taxId, name: lantegiak.fullName };
  const xml = makeDocument('240-received-cancellation', { seed: 1, records: 2, taxpayer });
  const file = await office.drop('julio.xml', xml);
  await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  const [submission] = (await office.call('submissions.list', {})).submissions;
  if (submission?.state !== 'rejected') throw new Error(`it is ${submission?.state}`);
  await office.call('submissions.dismiss', { ids: [submission.id], note: 'No procede' });
  return { office, id: submission.id };
}

/** Changes in the history, past its guards; each is evidence. */
const forgeries = {
  'a refused submission made accepted': "update submissions set state = 'accepted'",
  'another schema that it was checked against': "update submissions set schema_id = 'other/1'",
  'a dismissal taken back': 'update submissions set dismissed_at = null',
  'a dismissal with another note':
    'update submission_events set data = \'{"note":"Otra"}\' where kind = \'dismissed\'',
  "another company's tax id":
    "update companies set tax_id = 'B00000042' where tax_id = 'A99800476'",
  'an authorization approved':
    "update companies set authorization = 'approved' where tax_id = 'A99800476'",
  'another last day of an authorization': "update authorizations set expires_on = '2031-01-01'",
  'another decision on an authorization':
    "update authorization_events set kind = 'approved', to_state = 'approved' where kind = 'rejected'",
} as const;

describe('T5: a history that was changed by SQL, with its whole chain computed again', () => {
  it.each(sampled(Object.entries(forgeries), 3))('is reported: %s', async (_, sql) => {
    const { office, id } = await openLivedOffice();
    expect((await office.call('backup.check', {})).chain).toMatchObject({ unverified: 0 });
    expect((await office.call('submissions.get', { id })).isIntact).toBe(true);
    await office.app.close();
    forgeHistory(office.dataFolder, sql, 'kept');
    const again = await office.restart();
    await expectAsked(again);
    // A seal covers all that came before it: what follows a forged row is not intact either.
    const { isIntact } = await again.call('submissions.get', { id });
    expect(isIntact, 'in its timeline and on its receipt').toBe(false);
    expect(await again.refused('backup.check', {})).toMatchObject({
      code: 'database_damaged',
      details: { cause: 'evidence', kind: 'seal' },
    });
  });

  it('is reported when its seals were removed, and a copy of it is not intact', async () => {
    const { office, id } = await openLivedOffice();
    await office.app.close();
    forgeHistory(office.dataFolder, forgeries['a refused submission made accepted'], 'dropped');
    const again = await office.restart();
    await expectAsked(again);
    expect((await again.call('submissions.get', { id })).isIntact).toBe(false);
  });

  it('is reported by the next check while it is open, from the record outside it', async () => {
    const { office } = await openLivedOffice();
    const open = await office.restart();
    const forgery = forgeries['another schema that it was checked against'];
    forgeHistory(open.dataFolder, forgery, 'dropped');
    expect(await open.refused('backup.check', {})).toMatchObject({
      code: 'database_damaged',
      details: { cause: 'evidence', kind: 'known' },
    });
  });
});

/** After a change by SQL the submission is not intact, and the check reports it. */
async function expectNoticed(office: Office, id: string, sql: string): Promise<void> {
  await office.app.close();
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  database.exec(sql);
  database.close();
  const again = await office.restart();
  expect((await again.call('submissions.get', { id })).isIntact).toBe(false);
  expect(await again.refused('backup.check', {})).toMatchObject({
    code: 'database_damaged',
    details: { cause: 'evidence', submissionId: id },
  });
}

/** Changes that no guard refuses and no link of a row shows. */
const unlinkedChanges = {
  'an added decision': `insert into submission_events (submission_id, at, kind, data)
    select id, finished_at, 'resolved', '{"decision":"accepted","note":"Visto"}' from submissions`,
  'an added later answer': `insert into later_answers
    select submission_id, 1, '2026-11-21T10:00:00Z', 200, null, body_gzip, 1, null from answers`,
  'another quarter': `update submissions set period = '2020-Q1';
    update company_totals set period = '2020-Q1' where files > 0`,
  'another batch': 'update submissions set batch_id = null',
} as const;

it.each(Object.entries(unlinkedChanges))(
  'T5: a submission is not intact, and reported by the check, after %s',
  async (_, sql) => {
    const { office, id } = await openLivedOffice();
    await expectNoticed(office, id, sql);
  },
);

it.each([
  ['an answer', "insert into answers select id, 200, null, x'00', 1, null from submissions"],
  [
    "a record's result",
    "insert into record_results (submission_id, position, state) select id, 1, 'correct' from submissions",
  ],
])('T5: a submission that was never sent is not intact, and reported, with %s', async (_, sql) => {
  const office = await openPractisingOffice();
  await office.call('submissions.pause', {});
  await send(office, 1);
  await office.call('submissions.cancelJob', { all: true });
  const [{ id } = { id: '' }] = (await office.call('submissions.list', {})).submissions;
  expect((await office.call('submissions.get', { id })).isIntact).toBe(true);
  await expectNoticed(office, id, sql);
});

it('T5: a receipt says that its file was changed, also when an event can no longer be read', async () => {
  const { office, id } = await openLivedOffice();
  await office.app.close();
  const sql = "update submission_events set data = '{' where kind = 'checked'";
  forgeHistory(office.dataFolder, sql, 'kept');
  const again = await office.restart();
  const order = { submissionId: id, format: 'html' } as const;
  const { contentBase64 } = await again.call('reports.receipt', order);
  expect(Buffer.from(contentBase64, 'base64').toString()).toContain(
    'Lo guardado no coincide con lo',
  );
  expect(await again.refused('submissions.document', { id, part: 'answer' })).toMatchObject({
    code: 'database_damaged',
  });
  expect((await again.refused('submissions.get', { id })).code).toBe('database_damaged');
});

it('T5: an event that can no longer be read is no part of an intact submission while the keys are locked', async () => {
  const { office, id } = await openLivedOffice();
  await office.call('secrets.protect', { passphrase: 'zubia eta ibaia' });
  await office.app.close();
  const sql = "update submission_events set data = '{' where kind = 'checked'";
  forgeHistory(office.dataFolder, sql, 'kept');
  const again = await office.restart();
  const order = { submissionId: id, format: 'html' } as const;
  const { contentBase64 } = await again.call('reports.receipt', order);
  expect(Buffer.from(contentBase64, 'base64').toString()).toContain(
    'Lo guardado no coincide con lo',
  );
  expect(await again.refused('backup.check', {})).toMatchObject({
    code: 'database_damaged',
    details: { cause: 'evidence', submissionId: id },
  });
});

it('T5: a link that was deleted with its event is reported by the next start, and no other submission is blamed', async () => {
  const { office, id } = await openLivedOffice();
  await office.app.close();
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  const guards = database
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'trigger' and name like '%are_kept'",
    )
    .all();
  for (const { name } of guards) database.exec(`drop trigger ${name}`);
  const [link] = database
    .prepare<[string], { id: number; key: number }>(
      "select id, key from evidence_links where subject_id = ? and kind = 'event'",
    )
    .all(id);
  database.prepare('delete from evidence_links where id = ?').run(link?.id);
  database.prepare('delete from submission_events where id = ?').run(link?.key);
  for (const { sql } of guards) database.exec(sql);
  database.close();
  const again = await office.restart();
  expect((await again.call('app.status', {})).recovery?.cause).toBe('evidence');
  expect(await again.refused('backup.check', {})).toMatchObject({
    code: 'database_damaged',
    details: { cause: 'evidence', kind: 'chain', submissionId: 'chain' },
  });
});

it('T5: a forgery is reported while the keys are locked, and its submission once they are unlocked', async () => {
  const { office, id } = await openLivedOffice();
  await office.call('secrets.protect', { passphrase: 'zubia eta ibaia' });
  await office.app.close();
  const forgery = forgeries['another schema that it was checked against'];
  forgeHistory(office.dataFolder, forgery, 'kept');
  const again = await office.restart();
  expect((await again.call('app.status', {})).protection.locked).toBe(true);
  await expectAsked(again);
  // Its seals cannot be verified now: the check counts them, and a receipt has no signed head.
  expect((await again.call('backup.check', {})).chain.unverified).toBeGreaterThan(0);
  const { contentBase64 } = await again.call('reports.receipt', {
    submissionId: id,
    format: 'html',
  });
  expect(Buffer.from(contentBase64, 'base64').toString()).toContain('Emitido sin el sello');
  await again.call('secrets.unlock', { passphrase: 'zubia eta ibaia' });
  const isIntact = async () => (await again.call('submissions.get', { id })).isIntact;
  await expect.poll(isIntact).toBe(false);
});

async function expectAsked(office: Office): Promise<void> {
  const { question } = await office.call('history.chain', {});
  expect(question?.reason).toBe('differs');
  const { faults } = await office.call('app.status', {});
  expect(faults.map(({ code }) => code)).toContain('history_went_back');
  const progress = await office.call('submissions.progress', {});
  expect(progress).toMatchObject({ paused: true, pausedBecause: 'history_went_back' });
}
