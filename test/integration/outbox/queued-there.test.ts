import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import type { Errand } from '../../crash/death.ts';
import { readPdf } from '../../fixtures/read-pdf.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import type { Answer, Way } from '../../intermediary/way.ts';
import type { Office } from '../core/office.ts';
import { command } from '../hosts/run-command.ts';
import { connect, firm } from '../intermediary/connect.ts';
import {
  answerOf,
  ended,
  profileWith,
  queueing,
  read,
  send,
  standard,
} from './queueing-service.ts';

/** The first reported end of a batch. */
const firstEnd = (office: Office) =>
  vi.waitFor(
    () => {
      const event = office.events.find(({ name }) => name === 'batch.ended');
      if (event?.name !== 'batch.ended') throw new Error('not told');
      return event.payload;
    },
    { timeout: 10_000, interval: 20 },
  );
/** Whether it waits for a person, by the history, the header and the worklist. */
async function waiting(office: Office, id: string) {
  const { submissions } = await office.call('submissions.list', { filter: { waiting: true } });
  const { files } = await office.call('submissions.worklist', {});
  const file = files.find(({ submission }) => submission?.id === id);
  expect(file?.submission?.code).toBe('answer_queued');
  return {
    waits: submissions.some((each) => each.id === id),
    attention: (await office.call('app.status', {})).needsAttention,
    isAsked: file?.submission?.isAsked,
  };
}

/** Asks in a process of its own, which dies while the service still thinks. */
async function dieAsking(dataFolder: string, id: string, isAsked: () => boolean): Promise<void> {
  const errand: Errand = {
    dataFolder,
    fileIds: [],
    ids: [id],
    does: 'ask',
    diesAt: { killed: true },
  };
  const script = fileURLToPath(new URL('../../crash/die-at.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(errand)], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  await vi.waitUntil(isAsked, { timeout: 30_000, interval: 20 });
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

describe('a file that the service has queued', () => {
  it('is polled across a restart, is never sent again, and gets its true outcome', async () => {
    const { way, asked } = queueing(1);
    const { office, service } = await connect(way);
    const id = await send(office);
    const { submission } = await read(office, id);
    expect(submission).toMatchObject({
      state: 'unknown',
      answerCode: 'answer_queued',
      identifier: 'job-7',
    });
    // The service names a second; the profile a day.
    expect(Date.parse(submission.nextAttemptAt ?? '')).toBeLessThan(Date.now() + 5000);
    expect(await answerOf(office, id)).toContain('queued');
    expect(await waiting(office, id)).toEqual({ waits: false, attention: 0, isAsked: true });
    const cells = (await office.call('quarter.get', {})).companies.flatMap((one) => one.cells);
    expect(cells.map(({ standing }) => standing)).toContain('sent');
    const { contentBase64 } = await office.call('reports.receipt', { submissionId: id });
    const receipt = readPdf(Buffer.from(contentBase64, 'base64'));
    expect(receipt).toContain('En cola del servicio: 1');
    expect(receipt).not.toContain('Resultado desconocido');
    const again = await office.drop('copy.xml', (await sentXml(office, id)).toString());
    const repeated = await office.call('submissions.send', { fileIds: [again.id] });
    expect(repeated.submissions).toEqual([]);

    const { batchId } = submission;
    const batch = async (of: Office) =>
      (await of.call('submissions.batch', { id: batchId ?? '' })).batch;
    const counted = { batchId, files: 1, unknown: 1, queuedThere: 1 };
    expect(await firstEnd(office)).toMatchObject(counted);
    expect(await batch(office)).toMatchObject({ unknown: 1, queuedThere: 1 });
    const next = await office.restart();
    await ended(next, id, 'accepted');
    const { unknown, queuedThere, ...told } = await firstEnd(next);
    expect(told).toMatchObject({ batchId, files: 1, accepted: 1 });
    expect([unknown, queuedThere]).toEqual([0, 0]);
    expect(await batch(next)).toMatchObject({ unknown: 0, queuedThere: 0, accepted: 1 });
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

  it('is polled by hand after its time limit, and not at all once a person has decided', async () => {
    const short = profileWith({ askForMs: 1000 });
    const { way } = queueing(1, short, '60');
    const { office } = await connect(way);
    const id = await send(office);
    expect((await read(office, id)).submission.nextAttemptAt).toBe(null);
    expect(await waiting(office, id)).toEqual({ waits: true, attention: 1, isAsked: false });
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

  it('is polled at its time by the next process after one that died while polling', async () => {
    const { way, asked } = queueing(1, profileWith(), '60');
    const thinking = Promise.withResolvers<void>();
    const later: NonNullable<Way['later']> = async (identifier) => {
      const answer = await way.later?.(identifier);
      if (asked.length === 1) await thinking.promise;
      return answer as Answer;
    };
    const { office, service } = await connect({ ...way, later });
    const id = await send(office);
    const { nextAttemptAt } = (await read(office, id)).submission;
    await office.app.close();
    await dieAsking(office.dataFolder, id, () => asked.length === 1);
    thinking.resolve();

    const kept = new Database(join(office.dataFolder, 'zubi.db'), { readonly: true });
    expect(kept.prepare('select state, next_attempt_at as at from submissions').all()).toEqual([
      { state: 'unknown', at: nextAttemptAt },
    ]);
    kept.close();
    const next = await office.restart({ clock: () => new Date(Date.now() + 61_000) });
    await ended(next, id, 'accepted');
    expect(asked).toEqual(['job-7', 'job-7']);
    expect(service.ledger.presentations).toHaveLength(1);
    await next.call('backup.check', {});
  });

  it('is reported by the command line in its own words, with the exit code 5', async () => {
    const { way } = queueing(1, profileWith(), '60');
    const { office } = await connect(way);
    const path = join(office.dataFolder, 'told.xml');
    await writeFile(path, makeDocument('240-received', { seed: 3, records: 1, taxpayer: firm }));
    await office.app.close();
    const submit = ['submit', path, '--yes', '--lang', 'en', '--data', office.dataFolder];
    const { exitCode, stdout } = await command(submit);
    expect(exitCode).toBe(5);
    expect(stdout).toContain('told.xml: in the service’s queue · job-7');
    expect(stdout).toContain('has not given the outcome yet: the exit code is 5');
    expect(stdout).toContain('0 of 1 accepted · 1 in the service’s queue\n');
  });

  it('is found by reading its answer again after a profile that did not know of queues', async () => {
    const { way } = queueing(0, standard);
    const { office } = await connect(way);
    const id = await send(office);
    expect((await read(office, id)).submission).toMatchObject({
      state: 'unknown',
      answerCode: 'answer_incomplete',
      nextAttemptAt: null,
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
