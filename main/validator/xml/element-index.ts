import { NameTable } from './name-table.ts';

/**
 * The elements of a well-formed document as flat arrays, in document order. Every pass over a
 * document reads them (places, header, records, rules). A scan of UTF-8 bytes makes it and checks
 * nothing: that is the parser's task.
 */
export interface ElementIndex {
  readonly bytes: Uint8Array;
  /** Number of elements. */
  readonly count: number;
  /** Offset of an element's `<`. */
  readonly start: Uint32Array;
  /** Offset after the `>` of the start tag; 0 for an empty-element tag, which has no content. */
  readonly contentStart: Uint32Array;
  /** Offset of the `<` of the end tag; 0 for an empty-element tag. */
  readonly contentEnd: Uint32Array;
  /** Depth, 0 for the root. */
  readonly depth: Uint16Array;
  /** Index of the parent element; the root's is 0. */
  readonly parent: Uint32Array;
  /** Index of the first element after this one's subtree. */
  readonly after: Uint32Array;
  /** Index into `localNames`; 0 for names that are not kept. */
  readonly name: Uint16Array;
  readonly localNames: readonly string[];
  /** The kept names with their indexes. */
  readonly nameIds: ReadonlyMap<string, number>;
}

/**
 * Limits of a scan: more tags, attributes or namespaces than any form needs, or values in so many
 * pieces that joining takes minutes.
 */
export interface ScanLimit {
  readonly limit: 'attributes' | 'namespaces' | 'parts' | 'tags';
  readonly count: number;
  readonly most: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const maxAttributes = 1000;
const maxNamespaces = 500;
/** Bytes that the validator may copy to join the pieces of values: about a second of work. */
const maxJoiningBytes = 1_000_000_000;
/**
 * Limits the engine's memory: an empty element of four bytes takes about 70 there, a text between
 * two tags as much. The largest ledger file (32 MiB) has about two million.
 */
const maxTags = 3_000_000;

const lessThan = 0x3c;
const greaterThan = 0x3e;
const slash = 0x2f;
const exclamation = 0x21;
const question = 0x3f;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const colon = 0x3a;
const hyphen = 0x2d;
const closingBracket = 0x5d;

/**
 * Scans UTF-8 XML without a DTD. It may run before the parser: for a document that is not
 * well-formed the result means nothing, but the limits hold and the scan ends.
 */
export function scanElements(bytes: Uint8Array): ElementIndex | ScanLimit {
  return new ElementScan(bytes).run();
}

const makeArrays = (room: number) => ({
  start: new Uint32Array(room),
  contentStart: new Uint32Array(room),
  contentEnd: new Uint32Array(room),
  depth: new Uint16Array(room),
  parent: new Uint32Array(room),
  after: new Uint32Array(room),
  name: new Uint16Array(room),
});
type Arrays = ReturnType<typeof makeArrays>;

class ElementScan {
  readonly #bytes: Uint8Array;
  readonly #names = new NameTable();
  readonly #open: number[] = [];
  readonly #openNameLength: number[] = [];
  #arrays: Arrays;
  #count = 0;
  #joiningBytes = 0;
  #tags = 0;
  #limit: ScanLimit | null = null;

  constructor(bytes: Uint8Array) {
    // Loops over bytes are fastest when they always receive the same class.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Ledger files have an element about every fifty bytes.
    this.#arrays = makeArrays(16 + Math.ceil(bytes.length / 40));
  }

  run(): ElementIndex | ScanLimit {
    this.#scan();
    if (this.#limit !== null) return this.#limit;
    const { names: localNames, ids: nameIds } = this.#names;
    return { bytes: this.#bytes, count: this.#count, ...this.#arrays, localNames, nameIds };
  }

  /**
   * A function of its own: V8 discards code compiled during the first document when anything after
   * the loop changes.
   */
  #scan(): void {
    const bytes = this.#bytes;
    const length = bytes.length;
    let at = 0;
    let lastTag = 0;
    let pieces = 0;
    for (;;) {
      while (at < length && bytes[at] !== lessThan) at += 1;
      if (at >= length || this.#limit !== null) break;
      if (++this.#tags > maxTags) this.#stop('tags', this.#tags, maxTags, at);
      const next = bytes[at + 1];
      if (next === exclamation || next === question) {
        pieces += 1;
        at = skipMarkup(bytes, at);
        continue;
      }
      if (pieces > 1) this.#countJoining(pieces, lastTag, at);
      pieces = 0;
      lastTag = at;
      at = next === slash ? this.#endTag(at) : this.#startTag(at);
    }
  }

  /** The validator copies the collected value for every further piece. */
  #countJoining(pieces: number, from: number, to: number): void {
    this.#joiningBytes += pieces * (to - from);
    if (this.#joiningBytes > maxJoiningBytes) this.#stop('parts', pieces, maxJoiningBytes, from);
  }

  #stop(limit: ScanLimit['limit'], count: number, most: number, offset: number): void {
    this.#limit = { limit, count, most, offset, bytes: this.#bytes };
  }

  #grow(): void {
    const larger = makeArrays(this.#arrays.start.length * 2);
    for (const name of Object.keys(larger) as (keyof Arrays)[])
      larger[name].set(this.#arrays[name]);
    this.#arrays = larger;
  }

  #endTag(at: number): number {
    const element = this.#open.pop() ?? 0;
    this.#arrays.contentEnd[element] = at;
    this.#arrays.after[element] = this.#count;
    const bytes = this.#bytes;
    let end = at + 2 + (this.#openNameLength.pop() ?? 0);
    while (end < bytes.length && bytes[end] !== greaterThan) end += 1;
    return end + 1;
  }

  #startTag(at: number): number {
    const bytes = this.#bytes;
    const element = this.#count;
    if (element >= this.#arrays.start.length) this.#grow();
    const { start, contentStart, depth, parent, after, name } = this.#arrays;
    this.#count = element + 1;
    start[element] = at;
    depth[element] = this.#open.length;
    parent[element] = this.#open.at(-1) ?? 0;
    let end = this.#names.expect(bytes, at + 1) || this.#names.read(bytes, at + 1);
    name[element] = this.#names.last;
    const nameLength = end - at - 1;
    if (bytes[end] !== greaterThan) end = this.#attributes(end, at);
    if (bytes[end - 1] === slash) after[element] = this.#count;
    else {
      contentStart[element] = end + 1;
      this.#open.push(element);
      this.#openNameLength.push(nameLength);
    }
    return end + 1;
  }

  /** Skips attributes; returns the offset of the tag's `>`. */
  #attributes(from: number, tag: number): number {
    const bytes = this.#bytes;
    let attributes = 0;
    let namespaces = 0;
    let at = from;
    for (; at < bytes.length && bytes[at] !== greaterThan; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === doubleQuote || byte === singleQuote) {
        attributes += 1;
        at += 1;
        while (at < bytes.length && bytes[at] !== byte) at += 1;
      } else if (isXmlns(bytes, at)) namespaces += 1;
    }
    const others = attributes - namespaces;
    if (namespaces > maxNamespaces) this.#stop('namespaces', namespaces, maxNamespaces, tag);
    else if (others > maxAttributes) this.#stop('attributes', others, maxAttributes, tag);
    return at;
  }
}

/** Whether a namespace declaration begins at an offset inside a start tag, outside quotes. */
function isXmlns(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x78 || (bytes[at - 1] ?? 0) > 0x20) return false;
  const follows = bytes[at + 5] ?? 0;
  return (
    bytes[at + 1] === 0x6d &&
    bytes[at + 2] === 0x6c &&
    bytes[at + 3] === 0x6e &&
    bytes[at + 4] === 0x73 &&
    (follows === colon || follows === 0x3d || follows <= 0x20)
  );
}

/** Offset after the comment, CDATA section or processing instruction at `at`. */
export function skipMarkup(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] === question) return afterEnding(bytes, at + 2, question, 1);
  if (bytes[at + 2] === hyphen) return afterEnding(bytes, at + 4, hyphen, 2);
  return afterEnding(bytes, at + 9, closingBracket, 2);
}

/** Offset after the next `>` that follows a byte once or twice; the end when there is none. */
function afterEnding(bytes: Uint8Array, from: number, byte: number, times: 1 | 2): number {
  for (let at = from + times; at < bytes.length; at += 1)
    if (bytes[at] === greaterThan && bytes[at - 1] === byte && bytes[at - times] === byte)
      return at + 1;
  return bytes.length;
}
