import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { createBitsReader, longestWord, markWord, plainMarks } from './common-words.ts';
import { type Direct, inTurn } from './direct.ts';
import { toStoreError } from './errors.ts';
import type { Range } from './history-range.ts';
import { marks, searchTables } from './search-words.ts';
import type { Tables } from './tables.ts';
import { withoutWaiting } from './words-due.ts';

/**
 * Gathers common words for some milliseconds; false when there is nothing to gather. Throws as
 * writing words does; then a block is begun anew.
 */
export type GatherCommonWords = () => Promise<boolean>;

export interface GatheringSize {
  /**
   * Submissions of a block, rising: the newest are gathered in small blocks, until there are enough
   * for a large one.
   */
  readonly rows: readonly number[];
  /**
   * Of so many of them at least one has a word that is common: what fewer have the index of words
   * looks through in no time.
   */
  readonly share: number;
  /** Of one stroke: somebody may be waiting for its end. */
  readonly strokeMs: number;
}

const usualSize: GatheringSize = { rows: [512, 2560, 7680], share: 32, strokeMs: 4 };
/**
 * Of a block as many are looked at to tell which words may be common, and of each so many records.
 */
const [mostSamples, mostRecords] = [512, 200];

export function createCommonWordsGatherer(
  queries: Kysely<Tables>,
  database: Database,
  size: GatheringSize = usualSize,
): GatherCommonWords {
  let gatherer: Gatherer | null = null;
  return () =>
    inTurn(queries, (direct) => {
      const working = gatherer ?? new Gatherer(direct, database, size);
      gatherer = working;
      return withoutWaiting(database, () => working.goOn());
    });
}

/**
 * A block at a time. What it has read it writes only when nothing of the block has changed since: a
 * trigger takes the block away then.
 */
class Gatherer {
  readonly #direct: Direct;
  readonly #size: GatheringSize;
  readonly #readers: readonly ReturnType<typeof createBitsReader>[];
  #work: Generator<void, void> | null = null;

  constructor(direct: Direct, database: Database, size: GatheringSize) {
    this.#direct = direct;
    this.#size = size;
    this.#readers = searchTables.map((table) => createBitsReader(database, table));
  }

  goOn(): boolean {
    try {
      const end = performance.now() + this.#size.strokeMs;
      this.#work ??= this.#begin();
      if (!this.#work) return false;
      do {
        if (!this.#work.next().done) continue;
        this.#work = null;
        break;
      } while (performance.now() < end);
      return true;
    } catch (error) {
      this.#work = null;
      throw toStoreError(error);
    }
  }

  #begin(): Generator<void, void> | null {
    const block = this.#direct.transact(() => this.#findNext());
    return block && this.#gather(block);
  }

  #findNext(): Range | null {
    for (const rows of this.#size.rows.toReversed()) {
      const [first] = this.#direct.first(nextBlock(rows), []) ?? [];
      if (typeof first !== 'number') continue;
      const last = first + rows - 1;
      this.#direct.run('insert or replace into word_blocks values (?, ?, 0)', [first, last]);
      return { first, last };
    }
    return null;
  }

  *#gather(block: Range): Generator<void, void> {
    const gathered: [source: number, word: string, bits: Buffer][] = [];
    for (const [source, read] of this.#readers.entries()) {
      for (const [word, least] of yield* this.#choose(source, block)) {
        const { rows, bits } = read(word, block);
        if (rows >= least) gathered.push([source, word, bits]);
        yield;
      }
    }
    this.#direct.transact(() => {
      const isSame = this.#direct.run('update word_blocks set is_whole = 1 where first = ?', [
        block.first,
      ]);
      if (isSame.changes === 0) return;
      this.#direct.run('delete from word_blocks where first > ? and last <= ?', [
        block.first,
        block.last,
      ]);
      this.#direct.run('delete from common_words where block between ? and ?', [
        block.first,
        block.last,
      ]);
      for (const each of gathered)
        this.#direct.run('insert into common_words values (?, ?, ?, ?)', [block.first, ...each]);
    });
  }

  /**
   * Words that may be common, by how many must have them: as a part of the block tells, and all
   * marks of state and form.
   */
  *#choose(source: number, block: Range): Generator<void, readonly (readonly [string, number])[]> {
    const rows = block.last - block.first + 1;
    const least = rows / this.#size.share;
    const counts = new Map<string, number>();
    const samples = sampleRows(rows);
    for (const row of samples) {
      const [text] = this.#direct.first(sampleOf[source] ?? '', [block.first + row]) ?? [];
      for (const word of beginnings(String(text ?? '')))
        counts.set(word, (counts.get(word) ?? 0) + 1);
      yield;
    }
    // In a part of the block a word that is common may by chance be seen in fewer.
    const enough = ((samples.length < rows ? 0.75 : 1) * samples.length) / this.#size.share;
    const seen = [...counts].flatMap(([word, count]) => (count >= enough ? [word] : []));
    // Or else a word of just so many would be rare in every other block.
    const beside = this.#direct
      .rows<{ word: string }>(wordsOf, [block.first - rows, block.first + rows, source])
      .map(({ word }) => word);
    const places = this.#direct.rows<{ place: number }>(placesOf, [block.first, block.last, least]);
    const words = new Map<string, number>([
      ...seen.map((word) => [word, least] as const),
      ...beside.map((word) => [word, 0.75 * least] as const),
      ...places.map(({ place }) => [markWord(marks.company, place), least] as const),
      ...plainMarks.map((mark) => [markWord(mark), 1] as const),
    ]);
    // Each length has its part of the index.
    return [...words].toSorted(
      ([one], [other]) => one.length - other.length || (one < other ? -1 : 1),
    );
  }
}

/** The newest of which all submissions are there, none is on its way and no words are due. */
const nextBlock = (rows: number) => `
  with recursive blocks (first, last) as (
    select 0, ${rows - 1} union all select first + ${rows}, last + ${rows} from blocks where last < (select max(sequence) from submissions))
  select max(first) from blocks where last <= (select max(sequence) from submissions)
    and last > coalesce((select last from word_blocks where is_whole and word_blocks.first <= blocks.first order by word_blocks.first desc limit 1), -1)
    and not exists (select 1 from words_due where sequence between first and last)
    and not exists (select 1 from submissions where state in ('queued', 'sending') and sequence between first and last)`;

const wordsOf = 'select word from common_words where block in (?, ?) and source = ?';

const placesOf = `
  select place from submissions join company_places on company_places.company_id = submissions.company_id
  where sequence between ? and ? group by place having count(*) >= ?`;

const [ofSubmissions] = searchTables;
/** By source: of what words of a submission are made, or as much of it as is looked at. */
const sampleOf: readonly string[] = [
  `select ${ofSubmissions?.words} from submissions where sequence = ?`,
  `select group_concat(concat_ws(' ', series, number, issuer, counterparty), ' ') from (
    select series, number, issuer, counterparty from record_results
    where submission_id = (select id from submissions where sequence = ?) limit ${mostRecords})`,
];

/**
 * All, or some from everywhere: not at equal distances, because what is sent in turns comes back at
 * equal distances.
 */
function sampleRows(rows: number): readonly number[] {
  const samples = Math.min(rows, mostSamples);
  const goldenRatio = (Math.sqrt(5) - 1) / 2;
  return Array.from({ length: samples }, (_, index) =>
    samples < rows ? Math.floor(((index * goldenRatio) % 1) * rows) : index,
  );
}

/**
 * With which the words of a text begin: nearly as the index cuts them, which is asked about each.
 */
function beginnings(text: string): Set<string> {
  const all = new Set<string>();
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  for (const word of words) {
    for (let length = Math.min(word.length, longestWord); length > 0; length -= 1) {
      const beginning = word.slice(0, length);
      if (all.has(beginning)) break;
      all.add(beginning);
    }
  }
  return all;
}
