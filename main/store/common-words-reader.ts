import { beginning, bitOf, bytesFor, markWord, plainWord } from './common-words.ts';
import type { Direct } from './direct.ts';
import { meet, type Range } from './history-range.ts';
import { type SearchTable, searchTables } from './search-words.ts';

/** What each submission that is sought must have. */
export interface Wanted {
  /** Beginnings of words; each must be there. */
  readonly words: readonly string[];
  /** Marks by kind; of each kind one must be there. */
  readonly kinds: readonly (readonly number[])[];
  /** The mark of the company, where only its submissions are sought. */
  readonly company: string | null;
}

/** Where few submissions have the words that are left to look for. */
export interface Partly {
  readonly rare: readonly string[];
  readonly ranges: readonly Range[];
  /**
   * A bit for each submission from this one on says whether it has all the rest: four to a digit,
   * in hexadecimal ones.
   */
  readonly first: number;
  readonly allowed: Buffer;
}

/**
 * How far bits answer. What is in none of these has not all that is wanted, or is older than
 * `limit` that have.
 */
export interface Met {
  /** Have all that is wanted; the newest first. */
  readonly found: readonly number[];
  readonly partly: readonly Partly[];
  /** Where all of it is left to look for. */
  readonly left: readonly Range[];
}

/** More pieces than these are not looked through one by one. */
const mostPieces = 12;

/** So few rows with a word are soon gone through by the index, whatever else must be there. */
const fewRows = 64;

/** Meets what is wanted in ranges of the order of arrival, the oldest first. */
export function meetCommonWords(
  direct: Direct,
  wanted: Wanted,
  { table, ranges, limit }: { table: SearchTable; ranges: readonly Range[]; limit: number },
): Met {
  const source = searchTables.indexOf(table);
  const found: number[] = [];
  const runs: Run[] = [];
  const left: Range[] = [];
  const counts = new Map<string, number>();
  // Most words that are looked for are in no record.
  const isIn = source === 0 || countRarest(direct, table, wanted.words, counts) > 0;
  if (!isIn) return { found, partly: [], left };
  const first = ranges[0]?.first ?? 0;
  const [newest] = direct.first('select max(sequence) from submissions', []) ?? [];
  let end = Math.min(ranges.at(-1)?.last ?? -1, Number(newest ?? 0));
  const leaveDownTo = (from: number) => from <= end && left.push({ first: from, last: end });
  for (const block of readBlocks(direct, wanted, { source, first, last: end })) {
    if (found.length >= limit || runs.length + left.length >= mostPieces) break;
    const rarest = countRarest(direct, table, block.rare, counts);
    if (rarest <= fewRows) return { found: [], partly: [], left: rarest === 0 ? [] : ranges };
    leaveDownTo(block.last + 1);
    end = block.first - 1;
    addToRuns(runs, block);
    if (block.rare.length > 0) continue;
    for (const range of meet([block], ranges).toReversed()) addFound(found, block, range, limit);
  }
  if (found.length < limit) leaveDownTo(first);
  const partly = runs
    .filter(({ blocks }) => blocks.some(hasSome))
    .map((run) => toPartly(run, ranges));
  return { found, partly, left: meet(left.toReversed(), ranges) };
}

/**
 * How many rows have the word that fewest have, up to one more than those few; `counts` keeps what
 * was counted.
 */
function countRarest(
  direct: Direct,
  { name }: SearchTable,
  words: readonly string[],
  counts: Map<string, number>,
): number {
  const text = `select count(*) from (select 1 from ${name} where ${name} match ? limit ${fewRows + 1})`;
  return words.reduce((rarest, word) => {
    const rows = counts.get(word) ?? Number(direct.first(text, [beginning(word)])?.[0]);
    counts.set(word, rows);
    return Math.min(rarest, rows);
  }, fewRows + 1);
}

/** A block of which bits know something. */
interface Block extends Range {
  /** Of all that is not rare. */
  readonly bits: Uint32Array<ArrayBuffer>;
  readonly rare: readonly string[];
}

const hasSome = ({ bits }: Block): boolean => bits.some((some) => some !== 0);

/** Blocks next to each other that are looked through at once. */
interface Run {
  readonly blocks: Block[];
  readonly rare: Set<string>;
}

/**
 * Of a block of so few submissions words that are not rare are as soon looked through as another
 * run is begun.
 */
const shortBlock = 512;

const isShort = ({ first, last }: Range): boolean => last - first < shortBlock;

/** Blocks in which the same words are rare are one run, and so are short ones; the newest first. */
function addToRuns(runs: Run[], block: Block): void {
  const run = runs.at(-1);
  const after = run?.blocks.at(-1);
  const isNext = run !== undefined && after?.first === block.last + 1;
  const isSame =
    isNext && run.rare.size === block.rare.length && block.rare.every((word) => run.rare.has(word));
  if (isSame || (isNext && isShort(block))) {
    run.blocks.push(block);
    for (const word of block.rare) run.rare.add(word);
  } else if (block.rare.length > 0 && hasSome(block))
    runs.push({ blocks: [block], rare: new Set(block.rare) });
}

function toPartly({ blocks, rare }: Run, ranges: readonly Range[]): Partly {
  const rising = blocks.toReversed();
  const [{ first } = { first: 0 }] = rising;
  const last = rising.at(-1)?.last ?? -1;
  const allowed = rising.map(({ bits }) => bytesOf(bits).toString('hex')).join('');
  return {
    ...{ rare: [...rare], first, ranges: meet([{ first, last }], ranges) },
    allowed: Buffer.from(allowed, 'latin1'),
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Block['bits']): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function addFound(found: number[], block: Block, { first, last }: Range, limit: number): void {
  const bytes = bytesOf(block.bits);
  for (let sequence = last; sequence >= first && found.length < limit; sequence -= 1) {
    const row = sequence - block.first;
    const byte = bytes[row >> 3] ?? 0;
    if (byte === 0) sequence -= row & 7;
    else if ((byte & bitOf(row)) !== 0) found.push(sequence);
  }
}

/**
 * These often hold a page, and all that are counted of what words find; a fourth of them may be the
 * smaller blocks of the newest files.
 */
const newestBlocks = 24;

/**
 * A row for each term of the newest blocks. In a company only blocks of which it has a good part:
 * of the others it has few rows, and those are at a place of their own.
 */
const blocks = `
  select first, last, term.key as term, common_words.rows as bits
  from (select first, last from word_blocks where is_whole and last >= ? and first < ? and (? = '' or exists (
      select 1 from common_words as own where own.block = word_blocks.first and own.source = ? and own.word = ?))
    order by first desc limit ?) as block
  cross join json_each(?) as term
  left join common_words on common_words.block = block.first and source = ? and word = term.value`;

interface TermRow extends Range {
  readonly term: number;
  readonly bits: Uint8Array | null;
}

/** A block with the bits that each term has in it. */
interface BlockBits extends Range {
  readonly sets: (Uint8Array | null)[];
}

/** One of these terms must be there. */
interface Clause {
  readonly terms: readonly string[];
  /**
   * What to look for where it has no bits because few have it; null for a mark, which none has
   * there.
   */
  readonly word: string | null;
}

const toClauses = ({ words, kinds, company }: Wanted): readonly Clause[] => [
  ...words.map((word) => ({ word, terms: [plainWord(word) ?? ''] })),
  ...kinds.map((kind) => ({ word: null, terms: kind.map((mark) => markWord(mark)) })),
  ...(company ? [{ word: null, terms: [company] }] : []),
];

/** Of which bits know something; the newest first. */
function* readBlocks(
  direct: Direct,
  wanted: Wanted,
  { source, first, last }: Range & { readonly source: number },
): Generator<Block> {
  const clauses = toClauses(wanted);
  const terms = clauses.flatMap((clause) => clause.terms);
  const own = wanted.company ?? '';
  let before = last + 1;
  for (const most of [newestBlocks, -1]) {
    const values = [first, before, own, source, own, most, JSON.stringify(terms), source];
    const ofBlocks = groupByBlock(direct.rows<TermRow>(blocks, values));
    for (const each of ofBlocks) {
      const block = toBlock(each, clauses);
      if (block) yield block;
    }
    if (ofBlocks.length < newestBlocks) return;
    before = ofBlocks.at(-1)?.first ?? before;
  }
}

function groupByBlock(rows: readonly TermRow[]): readonly BlockBits[] {
  const found = new Map<number, BlockBits>();
  for (const { first, last, term, bits } of rows) {
    const block = found.get(first) ?? { first, last, sets: [] };
    block.sets[term] = bits;
    found.set(first, block);
  }
  return [...found.values()].sort((one, other) => other.first - one.first);
}

/** Null where bits know of none of it. */
function toBlock({ first, last, sets }: BlockBits, clauses: readonly Clause[]): Block | null {
  const rare: string[] = [];
  let bits: Block['bits'] | null = null;
  let term = 0;
  for (const { terms, word } of clauses) {
    const own = sets.slice(term, term + terms.length).filter((set) => set !== null);
    term += terms.length;
    if (word !== null && own.length === 0) rare.push(word);
    else {
      const either = unite(own, bytesFor({ first, last }));
      bits = bits ? intersect(bits, either) : either;
    }
  }
  return bits && { first, last, bits, rare };
}

/** Those that are in one of the sets. */
function unite(sets: readonly Uint8Array[], bytes: number): Block['bits'] {
  const [one, ...others] = sets.map(inFours);
  const all = one ?? new Uint32Array(bytes / 4);
  for (const set of others)
    for (let index = 0; index < all.length; index += 1)
      all[index] = (all[index] ?? 0) | (set[index] ?? 0);
  return all;
}

/** Copied only where they lie askew in memory. */
function inFours(set: Uint8Array): Block['bits'] {
  const { buffer, byteOffset, length } = set;
  if (byteOffset % 4 === 0 && buffer instanceof ArrayBuffer)
    return new Uint32Array(buffer, byteOffset, length / 4);
  return new Uint32Array(new Uint8Array(set).buffer);
}

/** Those that are in both, in the first. */
function intersect(some: Block['bits'], others: Block['bits']): Block['bits'] {
  for (let index = 0; index < some.length; index += 1)
    some[index] = (some[index] ?? 0) & (others[index] ?? 0);
  return some;
}
