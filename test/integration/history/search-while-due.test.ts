import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppOptions } from '../../../main/app.ts';
import { createQueries, openConnection } from '../../../main/store/connection.ts';
import { keepDocument } from '../../../main/store/documents.ts';
import type { SubmissionStateColumn } from '../../../main/store/tables.ts';
import { watchOpened } from '../../fixtures/opened-connections.ts';
import { openOffice } from '../core/office.ts';
import { insertSubmissionRow } from '../store/rows.ts';

const at = '2026-11-21T09:00:00.000Z';

/**
 * An office, and its history beside it: what is added there is due like everything else, but nobody
 * is told of it.
 */
async function openDesk(options: Partial<AppOptions> = {}) {
  const office = await openOffice(options);
  const database = openConnection(join(office.dataFolder, 'zubi.db'), { mustExist: true });
  const queries = createQueries(database);
  onTestFinished(() => void database.close());
  return {
    ...office,
    database,
    async add(number: number, state: SubmissionStateColumn = 'accepted', records = 1) {
      const bytes = Buffer.from(`<a>${number}</a>`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await keepDocument(queries, { sha256, sizeBytes: bytes.length, gzip: gzipSync(bytes), at });
      const file = `fitxategia${number}.xml`;
      await insertSubmissionRow(queries, { id: `id-${number}`, sha256, file, state, records });
    },
    due: () => database.prepare('select sequence from words_due order by sequence').pluck().all(),
    async find(text: string) {
      const { submissions } = await office.call('submissions.list', { filter: { text } });
      return submissions.map(({ id }) => id);
    },
    tellings: () => office.events.filter(({ name }) => name === 'history.indexed').length,
  };
}

/** Another program takes the history for itself. */
function occupy(dataFolder: string): () => void {
  const other = new Database(join(dataFolder, 'zubi.db'));
  other.exec('begin immediate');
  onTestFinished(() => void other.close());
  return () => void other.close();
}

const soon = { timeout: 15_000, interval: 25 };

describe('a search while words are due', () => {
  it('writes what is quickly written, and looks then', async () => {
    const { add, find, due, tellings } = await openDesk();
    await add(1);
    await add(2);
    expect(await find('fitxategia2')).toEqual(['id-2']);
    expect(due()).toEqual([]);
    expect(tellings()).toBe(0);
  });

  it('does without what takes longer, which is written after it, and told', async () => {
    const { add, find, due, tellings } = await openDesk();
    await add(1);
    await add(2, 'accepted', 5000);
    expect(await find('fitxategia')).toEqual(['id-1']);
    expect(due()).toEqual([2]);
    await vi.waitFor(() => expect(tellings()).toBe(1), soon);
    expect(await find('fitxategia')).toEqual(['id-2', 'id-1']);
    expect(tellings()).toBe(1);
  });

  it('waits for all of it where it is a command that asks, because nobody could be told later', async () => {
    const { add, find, due } = await openDesk({ resumeQueue: false });
    await add(1, 'accepted', 5000);
    for (let sequence = 2; sequence <= 60; sequence += 1) await add(sequence);
    expect(await find('fitxategia1')).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `id-${19 - index}`),
      'id-1',
    ]);
    expect(due()).toEqual([]);
  });
});

describe('a search beside the owner of the folder', () => {
  it('waits, as a command, for what the owner is about to write', async () => {
    const owner = await openDesk({ resumeQueue: false });
    const command = await openDesk({ dataFolder: owner.dataFolder, resumeQueue: false });
    await owner.add(1);
    const found = command.find('fitxategia');
    // Whatever happens at the owner makes it write what is due a moment later.
    await owner.add(2, 'rejected');
    await owner.call('submissions.dismiss', { ids: ['id-2'], note: '' });
    expect(await found).toContain('id-1');
    expect(command.due()).toEqual([]);
  });

  it('is told, as a window, when the owner has written what it had to do without', async () => {
    const owner = await openDesk({ resumeQueue: false });
    await owner.add(1);
    expect(await owner.find('fitxategia')).toEqual(['id-1']);
    const second = await openDesk({ dataFolder: owner.dataFolder });
    await owner.add(2, 'rejected');
    expect(await second.find('fitxategia')).toEqual(['id-1']);
    expect([second.due(), second.tellings()]).toEqual([[2], 0]);
    await owner.call('submissions.dismiss', { ids: ['id-2'], note: '' });
    await owner.find('fitxategia');
    await vi.waitFor(() => expect(second.tellings()).toBe(1), soon);
    expect(await second.find('fitxategia')).toEqual(['id-2', 'id-1']);
    expect(second.tellings(), 'nothing was missing any more').toBe(1);
  });

  it('is not told of what the owner never writes, and closes while it waits for it', async () => {
    const owner = await openDesk({ resumeQueue: false });
    await owner.add(1);
    const second = await openDesk({ dataFolder: owner.dataFolder });
    expect(await second.find('fitxategia')).toEqual([]);
    await second.app.close();
    expect([second.tellings(), second.due()]).toEqual([0, [1]]);
  });

  it('finds what has its words when the owner writes nothing', async () => {
    const owner = await openDesk({ resumeQueue: false });
    await owner.add(1);
    expect(await owner.find('fitxategia')).toEqual(['id-1']);
    const command = await openDesk({ dataFolder: owner.dataFolder, resumeQueue: false });
    await owner.add(2);
    expect(await command.find('fitxategia')).toEqual(['id-1']);
    expect(command.due()).toEqual([2]);
  });
});

describe('a search when words cannot be written', () => {
  it('finds what has its words while another program holds the history; the rest is told when it is there', async () => {
    const { add, find, dataFolder, tellings } = await openDesk();
    await add(1);
    expect(await find('fitxategia')).toEqual(['id-1']);
    await add(2);
    const giveBack = occupy(dataFolder);
    expect(await find('fitxategia')).toEqual(['id-1']);
    giveBack();
    await vi.waitFor(() => expect(tellings()).toBe(1), soon);
    expect(await find('fitxategia')).toEqual(['id-2', 'id-1']);
  });

  it('finds what has its words on a full disk', async () => {
    const opened = watchOpened();
    const { add, find, due, dataFolder, database } = await openDesk();
    await add(1);
    expect(await find('fitxategia')).toEqual(['id-1']);
    for (let sequence = 2; sequence <= 200; sequence += 1) await add(sequence);
    database.exec('vacuum');
    const own = opened().find(({ name }) => name === join(dataFolder, 'zubi.db'));
    const pages = Number(own?.pragma('page_count', { simple: true }));
    own?.pragma(`max_page_count = ${pages}`);
    expect(await find('fitxategia1')).toContain('id-1');
    expect(due()).not.toEqual([]);
    own?.pragma('max_page_count = 1000000');
    expect(await find('fitxategia2')).toContain('id-2');
  });

  it('tells of an index that is damaged', async () => {
    const { add, refused, database } = await openDesk();
    await add(1);
    database.unsafeMode();
    database.exec(`update submission_search_data set block = x'${'ff'.repeat(64)}' where id = 10`);
    const error = await refused('submissions.list', { filter: { text: 'fitxategia' } });
    expect(error.code).toBe('database_damaged');
  });
});

describe('words that are due', () => {
  it('are written when what waits is let be, without a search', async () => {
    const { add, call, due } = await openDesk();
    await add(1, 'rejected');
    await call('submissions.dismiss', { ids: ['id-1'], note: '' });
    await vi.waitFor(() => expect(due()).toEqual([]), soon);
  });

  it('are written by the next run', async () => {
    const desk = await openDesk();
    await desk.add(1);
    await desk.restart();
    await vi.waitFor(() => expect(desk.due()).toEqual([]), soon);
  });

  it('are followed by the common ones, which are gathered when there is nothing else to do', async () => {
    const { add, call, database, find } = await openDesk();
    for (let number = 1; number <= 512; number += 1)
      await add(number, number === 9 ? 'rejected' : 'accepted');
    await call('submissions.dismiss', { ids: ['id-9'], note: '' });
    const blocks = () =>
      database.prepare('select first, last, is_whole from word_blocks').raw().all();
    await vi.waitFor(() => expect(blocks()).toEqual([[0, 511, 1]]), soon);
    expect(await find('fitxategia9 xml')).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `id-${99 - index}`),
      'id-9',
    ]);
  });

  it('are tried again when they could not be written', async () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { add, call, due, dataFolder } = await openDesk({ log });
    await add(1, 'rejected');
    await call('submissions.dismiss', { ids: ['id-1'], note: '' });
    const giveBack = occupy(dataFolder);
    await vi.waitFor(
      () => expect(log.warn).toHaveBeenCalledWith('words_not_written', { code: 'database_locked' }),
      soon,
    );
    expect(due()).toEqual([1]);
    giveBack();
    await vi.waitFor(() => expect(due()).toEqual([]), soon);
  });
});
