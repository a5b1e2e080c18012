import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { checkHistory } from '../../../main/store/check.ts';
import { plainWord } from '../../../main/store/common-words.ts';
import { createCommonWordsGatherer } from '../../../main/store/common-words-writer.ts';
import { createQueries, openConnection } from '../../../main/store/connection.ts';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { searchWords } from '../../../main/store/history-search.ts';
import { openStore } from '../../../main/store/store.ts';
import { blockSizes, settle } from '../../crash/lived-history.ts';
import { writeDueWords } from '../store/due-words.ts';
import { makeFilter } from './any-filter.ts';
import { expectSame } from './any-question.ts';
import { liveLong, makeDice } from './random-life.ts';
import { lookAtAll } from './slow-query.ts';

async function openHistory(strokeMs = 50, from?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-common-'));
  const path = join(folder, 'zubi.db');
  if (from) copyFileSync(from, path);
  const store = await openStore(folder, () => new Date('2026-11-21T09:00:00Z'));
  const database = openConnection(path, { mustExist: true });
  onTestFinished(async () => {
    database.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Without time it takes one step at a stroke. */
  const makeGatherer = (ms = 0) =>
    createCommonWordsGatherer(createQueries(database), database, { ...blockSizes, strokeMs: ms });
  const gather = makeGatherer(strokeMs);
  const gatherAll = async (next = gather) => {
    await writeDueWords(store);
    while (await next());
  };
  const blocks = () =>
    database.prepare('select first, last from word_blocks where is_whole order by 1').raw().all();
  return { store, database, path, makeGatherer, gather, gatherAll, blocks };
}

let lived: string;
beforeAll(async () => {
  lived = mkdtempSync(join(tmpdir(), 'zubi-lived-'));
  const store = await openStore(lived, () => new Date('2026-11-21T09:00:00Z'));
  await liveLong(store, { seed: 5, steps: 1160, isClockWrong: false });
  await settle(store);
  await writeDueWords(store);
  await store.close();
}, 60_000);
afterAll(() => rmSync(lived, { recursive: true, force: true }));

/** A history in which all common words are gathered: two small blocks after a large one. */
async function openGathered() {
  const history = await openHistory(50, join(lived, 'zubi.db'));
  await history.gatherAll();
  expect(history.blocks()).toEqual([
    [0, 543],
    [544, 575],
    [576, 607],
  ]);
  const find = async (filter: SubmissionFilter) => {
    const { rows } = await listSubmissions(history.store.queries, filter, {
      before: null,
      limit: 800,
    });
    return rows.map(({ sequence }) => sequence);
  };
  return { ...history, find };
}

const damage = expect.objectContaining({ code: 'database_damaged', details: { cause: 'search' } });

describe('common words', () => {
  it.each([1, 3])(
    'whatever happens while they are gathered, a search finds what a look at every row finds, seed %d',
    async (seed) => {
      const { store, gather, gatherAll, blocks, path } = await openHistory(0.3);
      const roll = makeDice(seed + 200);
      const seenBlocks = new Set<string>();
      let answered = 0;
      const afterStep = async (step: number) => {
        if (roll(4) === 0) await writeDueWords(store);
        for (let strokes = roll(6); strokes > 0; strokes -= 1) await gather();
        if (step % 60 !== 59) return;
        if (roll(3) > 0) await settle(store);
        await (roll(3) > 0 ? gatherAll() : writeDueWords(store));
        for (const block of blocks()) seenBlocks.add(String(block));
        const seen = await lookAtAll(store);
        for (let question = 0; question < 12; question += 1)
          answered += Number((await expectSame(store, makeFilter(roll), seen)) > 0);
      };
      await liveLong(store, { seed: seed + 10, steps: 1200, isClockWrong: seed === 3, afterStep });
      expect(answered, 'questions with an answer').toBeGreaterThan(40);
      expect(seenBlocks).toContain('0,543');
      expect(seenBlocks.size, 'blocks').toBeGreaterThan(9);
      expect(checkHistory(path, 'full').submissions).toBeGreaterThan(580);
    },
  );

  it('are not gathered of what is on its way, nor of what has words that are due', async () => {
    const { store, database, gather, gatherAll, blocks } = await openGathered();
    const move = (sequence: number, state: 'queued' | 'accepted') =>
      database.prepare('update submissions set state = ? where sequence = ?').run(state, sequence);
    move(560, 'queued');
    expect(blocks()).toEqual([
      [0, 543],
      [576, 607],
    ]);
    await gatherAll();
    expect(blocks()).toHaveLength(2);
    move(560, 'accepted');
    expect(await gather()).toBe(false);
    await writeDueWords(store);
    while (await gather());
    expect(blocks()).toHaveLength(3);
    // Whether it waits, or was let be, changes none of its words.
    database.exec(
      "update submissions set dismissed_at = '2026-11-21T09:00:00.000Z' where sequence = 7",
    );
    expect(blocks()).toHaveLength(3);
  });

  it('are taken away also when a word changes of what was only let be, and is due for that', async () => {
    const { database, blocks } = await openGathered();
    database.exec(
      "update submissions set dismissed_at = '2026-11-21T09:00:00.000Z' where sequence = 7",
    );
    expect(blocks()).toHaveLength(3);
    database.exec("update submissions set identifier = 'LROE-7777' where sequence = 7");
    expect(blocks()).toHaveLength(2);
  });

  it('are looked for in the index where they have no bits', async () => {
    const { database, find } = await openGathered();
    const roll = makeDice(9);
    const asked: SubmissionFilter[] = [
      'bizkaia facturas',
      'gastos bizkaia sl',
      'talleres 2026 xml',
    ].flatMap((text) => [{ text }, { text, model: '240' }]);
    const before: number[][] = [];
    for (const filter of asked) before.push(await find(filter));
    const words = ['bizkaia', 'facturas', 'gastos', 'sl', 'talleres', '2026', 'xml'];
    const all = database.prepare('select * from common_words').raw().all();
    const put = database.prepare('insert or ignore into common_words values (?, ?, ?, ?)');
    const drop = database.prepare('delete from common_words where word = ? and block = ?');
    for (let time = 0; time < 40; time += 1) {
      for (const block of [0, 544, 576])
        for (const word of words) if (roll(2) === 0) drop.run(word, block);
      for (const [index, filter] of asked.entries())
        expect(await find(filter)).toEqual(before[index]);
      for (const row of all) put.run(row);
    }
  });

  it('are not kept when a word has changed while they were gathered', async () => {
    const { store, database, gatherAll, makeGatherer, blocks } = await openGathered();
    database.exec('delete from word_blocks');
    const slow = makeGatherer();
    expect(await slow()).toBe(true);
    const begun = database.prepare('select first from word_blocks').pluck().all();
    expect(begun).toEqual([0]);
    database.exec("update submissions set identifier = 'LROE-7777' where sequence = 7");
    expect(database.prepare('select count(*) from word_blocks').pluck().get()).toBe(0);
    await writeDueWords(store);
    // To the end of what was begun.
    while (database.prepare('select count(*) from word_blocks').pluck().get() === 0) await slow();
    expect(database.prepare('select * from word_blocks').raw().all()).toEqual([[0, 543, 0]]);
    await gatherAll(slow);
    expect(blocks()).toHaveLength(3);
  });

  it('that were half gathered by a process that ended are gathered anew', async () => {
    const { database, gatherAll, makeGatherer, blocks, path } = await openGathered();
    database.exec('delete from word_blocks');
    expect(await makeGatherer()()).toBe(true);
    expect(blocks()).toEqual([]);
    await gatherAll(makeGatherer());
    expect(blocks()).toHaveLength(3);
    expect(checkHistory(path, 'full').submissions).toBeGreaterThan(580);
  });

  it('for which there is no room are gathered when there is, and until then the index answers', async () => {
    const { store, database, gatherAll, blocks, path } = await openHistory(
      50,
      join(lived, 'zubi.db'),
    );
    const pages = (most: number | bigint) =>
      database.pragma(`max_page_count = ${most}`, { simple: true });
    const most = pages(0) as number;
    // Without a free page in the file.
    database.exec('vacuum');
    pages(1);
    await expect(gatherAll()).rejects.toMatchObject({ code: 'disk_full' });
    expect(database.inTransaction).toBe(false);
    expect(blocks()).toEqual([]);
    checkHistory(path, 'full');
    await expectSame(store, { text: 'bizkaia facturas', model: '240' }, await lookAtAll(store));
    pages(most);
    await gatherAll();
    expect(blocks()).toHaveLength(3);
    expect(checkHistory(path, 'full').submissions).toBeGreaterThan(580);
  });

  it('answer by themselves, and where they differ from the index of words that is damage', async () => {
    const { database, path, find } = await openGathered();
    const asked = { text: 'bizkaia facturas', model: '240' } as const;
    const before = await find(asked);
    expect(before.length).toBeGreaterThan(40);
    checkHistory(path, 'full');
    database.exec('begin');
    database.exec(
      "update common_words set rows = zeroblob(length(rows)) where word = 'bizkaia' and block = 0",
    );
    expect(await find(asked), 'not seen yet').toEqual(before);
    database.exec('commit');
    expect(await find(asked)).toEqual(before.filter((sequence) => sequence > 543));
    expect(() => checkHistory(path, 'full')).toThrow(damage);
  });

  it('a mark that is missing is damage: none is taken to have it', async () => {
    const { database, path } = await openGathered();
    checkHistory(path, 'full');
    const model140 = String.fromCharCode(57_620);
    const { changes } = database.prepare('delete from common_words where word = ?').run(model140);
    expect(changes).toBeGreaterThan(2);
    expect(() => checkHistory(path, 'full')).toThrow(damage);
  });
});

describe('a plain word', () => {
  it('is what the index of words takes the word for, each letter of all that there are', () => {
    const database = new Database(':memory:');
    onTestFinished(() => void database.close());
    database.exec(
      "create virtual table words using fts5 (word, tokenize = 'unicode61 remove_diacritics 2')",
    );
    const add = database.prepare('insert into words values (?)');
    const plain = [...'abcdefghijklmnopqrstuvwxyz0123456789'].map((letter) => `x${letter}x`);
    for (const word of plain) add.run(word);
    const find = database
      .prepare<[string], string>('select word from words where words match ?')
      .pluck();
    let letters = 0;
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const letter = code >= 0xd800 && code <= 0xdfff ? 'x' : String.fromCodePoint(code);
      for (const word of searchWords(`x${letter}x`)) {
        const known = plainWord(word);
        if (known === null || known === 'x' || known === 'xx') continue;
        letters += 1;
        expect(find.all(`"${word}"`), `${code.toString(16)} is ${known}`).toEqual([known]);
      }
    }
    expect(letters).toBeGreaterThan(100);
  });
});
