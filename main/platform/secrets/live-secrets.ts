import { hash as hashOnce, randomBytes } from 'node:crypto';
import { leakForms, lowerAscii, shortestSought } from './leak-forms.ts';
import type { Secret } from './secret.ts';

const mask = '[secret]';

/**
 * The secrets that this process has opened, for the log's last filter. It finds them in every form
 * in which they leak: as they are, in JSON, in URLs, hexadecimal, and in Base64 anywhere in a
 * longer text. It outlives the secrets, so it stores none of these forms: only a hash of each
 * form's beginning, to scan texts, and a keyed digest of the whole form, to confirm a match.
 */
export class LiveSecrets {
  /** By the length of the beginnings; short secrets have shorter ones. */
  readonly #indexes = new Map<number, NeedleIndex>();
  readonly #known = new Set<string>();

  /** From now on this secret is searched for. Repeating it costs nothing. */
  hold(secret: Secret): void {
    if (secret.size < shortestSought) return;
    const { fingerprint, needles } = leaksOf(secret);
    if (this.#known.has(fingerprint)) return;
    this.#known.add(fingerprint);
    for (const needle of needles) {
      const width = widthOf(needle.length);
      const index = this.#indexes.get(width) ?? new NeedleIndex(width);
      this.#indexes.set(width, index);
      index.add(needle);
    }
  }

  /**
   * The text with every known secret replaced by `[secret]`, in any case; of nested ones the
   * longest.
   */
  mask(text: string): string {
    let masked = '';
    let from = 0;
    for (const [start, end] of this.#find(lowerAscii(text))) {
      masked += text.slice(from, start) + mask;
      from = end;
    }
    return from === 0 ? text : masked + text.slice(from);
  }

  /** Places of secrets, from left to right; overlapping ones become one. */
  #find(haystack: string): [number, number][] {
    const sightings = [...this.#indexes.values()].flatMap((index) => index.search(haystack));
    const places: [number, number][] = [];
    for (const [at, end] of sightings.sort(([one], [other]) => one - other)) {
      const last = places.at(-1);
      if (last && at < last[1]) last[1] = Math.max(last[1], end);
      else places.push([at, end]);
    }
    return places;
  }
}

/** One form of a secret, without the form itself. */
interface Needle {
  /** Hash of its beginning. */
  readonly hash: number;
  /** In characters. */
  readonly length: number;
  readonly digest: string;
}

const widest = 8;
const widthOf = (length: number): number => Math.min(length, widest);

/** Odd, so that no character is lost; different in every process. */
const base = randomBytes(4).readInt32LE() | 1;
const digestKey = randomBytes(32).toString('base64');

const digestOf = (form: string): string => hashOnce('sha256', digestKey + form, 'base64');

/** Rabin and Karp's, modulo 2^32. */
function hashOf(text: string, width: number): number {
  let hash = 0;
  for (let at = 0; at < width; at += 1) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Forms with beginnings of the same length. */
class NeedleIndex {
  readonly #width: number;
  /** Factor of the character that leaves the window. */
  readonly #leaving: number;
  /** Digests by the hash of the beginning, then by length: keys may begin alike. */
  readonly #needles = new Map<number, Map<number, Set<string>>>();
  /** The possible hashes by their upper bits: it skips most of a text. */
  readonly #may = new Uint8Array(1 << 14);

  constructor(width: number) {
    this.#width = width;
    let leaving = 1;
    for (let count = 1; count < width; count += 1) leaving = Math.imul(leaving, base);
    this.#leaving = leaving;
  }

  add({ hash, length, digest }: Needle): void {
    const alike = this.#needles.get(hash) ?? new Map<number, Set<string>>();
    this.#needles.set(hash, alike.set(length, (alike.get(length) ?? new Set()).add(digest)));
    this.#may[hash >>> 18] = 1;
  }

  /** Each place where one begins, with the end of the longest, from left to right. */
  search(haystack: string): [number, number][] {
    const found: [number, number][] = [];
    const width = this.#width;
    if (haystack.length < width) return found;
    const may = this.#may;
    let hash = hashOf(haystack, width);
    for (let at = 0; ; at += 1) {
      if (may[hash >>> 18] === 1) {
        const end = this.#longestAt(haystack, at, hash);
        if (end > at) found.push([at, end]);
      }
      if (at + width >= haystack.length) return found;
      const rest = hash - Math.imul(haystack.charCodeAt(at), this.#leaving);
      hash = (Math.imul(rest, base) + haystack.charCodeAt(at + width)) | 0;
    }
  }

  #longestAt(haystack: string, at: number, hash: number): number {
    let end = at;
    for (const [length, digests] of this.#needles.get(hash) ?? []) {
      if (at + length <= end || at + length > haystack.length) continue;
      if (digests.has(digestOf(haystack.slice(at, at + length)))) end = at + length;
    }
    return end;
  }
}

interface Leaks {
  readonly fingerprint: string;
  readonly needles: readonly Needle[];
}

/** Cached while the secret is in memory: each answer is searched for its forms. */
const leaks = new WeakMap<Secret, Leaks>();

function leaksOf(secret: Secret): Leaks {
  const before = leaks.get(secret);
  if (before) return before;
  using bytes = secret.revealBytes();
  const needles = [...leakForms(bytes)].map((form) => ({
    hash: hashOf(form, widthOf(form.length)),
    length: form.length,
    digest: digestOf(form),
  }));
  const made = { fingerprint: digestOf(bytes.toString('latin1')), needles };
  leaks.set(secret, made);
  return made;
}
