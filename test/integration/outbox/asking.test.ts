import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Presentation } from '../../intermediary/ledger.ts';
import { type Answer, json, type Way } from '../../intermediary/way.ts';
import type { Office } from '../core/office.ts';
import { connect } from '../intermediary/connect.ts';
import { answerOf, ended, profileWith, queueing, read, send } from './queueing-service.ts';

describe('a file that the service has queued', () => {
  it('is polled on after an answer that tells no end, and the last such answer is kept', async () => {
    const pages: Answer[] = [
      { status: 200, contentType: 'text/html', body: '<h1>Maintenance</h1>' },
      json({ status: 'processing' }),
      json({ status: 'still processing' }),
    ];
    const { way, asked } = queueing(0, profileWith({ askForMs: 200_000, askEveryMs: 60_000 }), '1');
    const later = (identifier: string) => {
      const answer = way.later?.(identifier);
      return pages[asked.length - 1] ?? answer;
    };
    const { office } = await connect({ ...way, later: later as NonNullable<Way['later']> });
    const id = await send(office);
    const ask = async () => (await office.call('submissions.ask', { ids: [id] })).changed;
    for (const _ of [1, 2]) {
      await expect.poll(ask).toEqual([]);
      const { submission } = await read(office, id);
      expect(submission).toMatchObject({ answerCode: 'answer_queued', identifier: 'job-7' });
      expect(submission.nextAttemptAt).not.toBe(null);
      expect(await answerOf(office, id)).toContain('queued');
    }
    const next = await office.restart({ clock: () => new Date(Date.now() + 300_000) });
    await expect.poll(async () => (await read(next, id)).submission.nextAttemptAt).toBe(null);
    const { submission, events } = await read(next, id);
    expect(submission).toMatchObject({ state: 'unknown', answerCode: 'answer_queued' });
    expect(events.at(-1)?.data).toEqual({ code: 'answer_incomplete', asked: false });
    expect(await answerOf(next, id)).toContain('still processing');
    // Read again as a refusal, it refuses the question, not the file.
    const profile = profileWith();
    const refusedWhen = { path: 'status', is: ['still processing'], means: 'not_delivered' };
    const error = { ...profile.answers.error, refusedWhen };
    await next.call('connection.set', {
      profile: { ...profile, answers: { ...profile.answers, error } },
    });
    expect((await next.call('submissions.readAgain', {})).changed).toEqual([]);
    const told = await next.call('submissions.ask', { ids: [id] });
    expect(told.changed).toEqual([{ id, file: 'queued.xml', state: 'accepted' }]);
    expect((await read(next, id)).submission.identifier).not.toBe(null);
    await next.call('backup.check', {});
  });

  it('is polled on when the service cannot be reached once its time is over', async () => {
    const { way } = queueing(0, profileWith({ askForMs: 3_600_000, askEveryMs: 60_000 }), '60');
    const { office, service } = await connect(way);
    const id = await send(office);
    const before = (await read(office, id)).submission.nextAttemptAt;
    await service.close();
    const later = Date.now() + 2 * 3_600_000;
    const next = await office.restart({ clock: () => new Date(later) });
    await expect.poll(async () => (await read(next, id)).submission.nextAttemptAt).not.toBe(before);
    const { submission, events } = await read(next, id);
    expect(Date.parse(submission.nextAttemptAt ?? '')).toBeGreaterThan(later);
    expect(events.at(-1)?.data).not.toHaveProperty('asked');
  });

  it('is polled no more after a question that a person asks in vain, once its time was over', async () => {
    const { way, asked } = queueing(9, profileWith({ askForMs: 1000, askEveryMs: 60_000 }), '60');
    const { office, service } = await connect(way);
    const id = await send(office);
    await office.call('submissions.ask', { ids: [id] });
    await expect.poll(async () => (await read(office, id)).submission.nextAttemptAt).toBe(null);
    const before = asked.length;
    await service.close();
    await office.call('submissions.ask', { ids: [id] });
    expect((await read(office, id)).submission.nextAttemptAt).toBe(null);
    expect(asked).toHaveLength(before);
  });

  it('is polled only through its own connection, at the times of its profile', async () => {
    const { way, asked } = queueing(100, profileWith(), '60');
    let office: Office | null = null;
    const slow = async (presentation: Presentation): Promise<Answer> => {
      void office?.call('connection.useSandbox', {});
      await new Promise((resolve) => setTimeout(resolve, 300));
      return way.answer(presentation);
    };
    ({ office } = await connect({ ...way, answer: slow }));
    const id = await send(office);
    await ended(office, id, 'unknown');
    const { nextAttemptAt } = (await read(office, id)).submission;
    expect(nextAttemptAt).not.toBe(null);
    expect((await office.call('connection.get', {})).ownSandbox).toBe(true);
    const vain = await office.call('submissions.ask', { ids: [id] });
    expect(vain).toEqual({ changed: [], unchanged: 1 });
    expect(asked).toEqual([]);
    expect((await read(office, id)).submission.nextAttemptAt).toBe(nextAttemptAt);
  });

  it('keeps an answer that comes after a person’s decision, which counts', async () => {
    const { way } = queueing(0, profileWith(), '60');
    let decide = async (): Promise<unknown> => undefined;
    const later = async (identifier: string): Promise<Answer> => {
      await decide();
      return (await way.later?.(identifier)) as Answer;
    };
    const { office } = await connect({ ...way, later });
    const id = await send(office);
    decide = () => office.call('submissions.resolve', { id, decision: 'not_delivered' });
    const told = await office.call('submissions.ask', { ids: [id] });
    expect(told).toEqual({ changed: [], unchanged: 1 });
    const { submission, events } = await read(office, id);
    expect(submission.state).toBe('failed');
    expect(events.slice(-2).map(({ kind, data }) => [kind, data.state ?? data.decision])).toEqual([
      ['resolved', 'not_delivered'],
      ['answered', 'accepted'],
    ]);
    expect(await answerOf(office, id)).toContain('ledger_response_xml');
    await office.call('backup.check', {});
  });

  it('is polled once where a person asks twice at the same time', async () => {
    const { way, asked } = queueing(0, profileWith(), '60');
    const { office } = await connect(way);
    const id = await send(office);
    const ask = () => office.call('submissions.ask', { ids: [id, id] });
    const told = await Promise.all([ask(), ask()]);
    expect(told.map(({ changed }) => changed.length)).toEqual([1, 0]);
    expect(asked).toHaveLength(1);
    const { events } = await read(office, id);
    expect(events.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
  });

  it('is polled and ends also beside another whose document is damaged', async () => {
    const { way } = queueing(0, profileWith(), '60');
    const { office } = await connect(way);
    const ids = [await send(office, 3), await send(office, 4)] as const;
    const [first, second] = ids;
    const { sha256, batchId } = (await read(office, first)).submission;
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    database.prepare("update documents set gzip = x'00' where sha256 = ?").run(sha256);
    database.close();
    office.events.length = 0;
    await office.refused('submissions.ask', { ids: [...ids] });
    expect((await read(office, first)).submission).toMatchObject({ state: 'unknown', batchId });
    expect((await read(office, second)).submission.state).toBe('accepted');
    await expect.poll(() => office.events.some(({ name }) => name === 'batch.ended')).toBe(true);
  });
});
