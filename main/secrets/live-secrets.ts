import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Secret } from './secret.ts';

const mask = '[secret]';
/** Shorter ones would be found in ordinary words and make a log unreadable. */
const shortestSought = 4;
/** Up to so many forms (those of a few secrets) each is searched for by itself. */
const soughtOneByOne = 128;

/**
 * The secrets this process has had in its hands, so that the log's last filter can look for them in
 * any of the forms in which they leak: as they are, inside JSON, in URLs, hexadecimal, and in
 * Base64 wherever in a longer text they lie.
 */
export class LiveSecrets {
  /**
   * By their first characters, so that thousands of keys cost a line of the log no more than a few
   * do.
   */
  readonly #needles = new Map<string, Set<string>>();
  readonly #known = new Set<string>();
  #forms = 0;

  /** From now on this secret is looked for. Giving it twice costs nothing. */
  hold(secret: Secret): void {
    if (secret.size < shortestSought) return;
    const { fingerprint, forms } = leaksOf(secret);
    if (this.#known.has(fingerprint)) return;
    this.#known.add(fingerprint);
    for (const form of forms) this.#add(form);
  }

  /**
   * The text with every held secret replaced by `[secret]`, in whatever case it is written; one
   * that holds another is masked whole.
   */
  mask(text: string): string {
    let masked = '';
    let from = 0;
    for (const [start, end] of this.#find(lowerAscii(text))) {
      masked += text.slice(from, start) + mask;
      from = end;
    }
    return masked + text.slice(from);
  }

  #add(form: string): void {
    const start = form.slice(0, shortestSought);
    const others = this.#needles.get(start);
    if (others?.has(form)) return;
    this.#forms += 1;
    if (others) others.add(form);
    else this.#needles.set(start, new Set([form]));
  }

  /** Where secrets lie, from left to right; those that overlap are one place. */
  #find(haystack: string): [number, number][] {
    const places: [number, number][] = [];
    for (const [at, end] of this.#sightings(haystack)) {
      const last = places.at(-1);
      if (last && at < last[1]) last[1] = Math.max(last[1], end);
      else places.push([at, end]);
    }
    return places;
  }

  /**
   * Each place where one begins, from left to right. The engine's own search is much faster, as
   * long as it is not asked for thousands.
   */
  #sightings(haystack: string): Iterable<[number, number]> {
    return this.#forms <= soughtOneByOne ? this.#searchEach(haystack) : this.#walk(haystack);
  }

  #searchEach(haystack: string): [number, number][] {
    const found: [number, number][] = [];
    for (const needles of this.#needles.values()) {
      for (const needle of needles) {
        let last: [number, number] | null = null;
        for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
          const end = at + needle.length;
          if (last && at < last[1]) {
            last[1] = end;
            continue;
          }
          last = [at, end];
          found.push(last);
        }
      }
    }
    return found.sort(([a], [b]) => a - b);
  }

  *#walk(haystack: string): Generator<[number, number]> {
    for (let at = 0; at + shortestSought <= haystack.length; at += 1) {
      const end = this.#longestAt(haystack, at);
      if (end > at) yield [at, end];
    }
  }

  #longestAt(haystack: string, at: number): number {
    let end = at;
    for (const needle of this.#needles.get(haystack.slice(at, at + shortestSought)) ?? []) {
      if (at + needle.length > end && haystack.startsWith(needle, at)) end = at + needle.length;
    }
    return end;
  }
}

/**
 * Lower case for ASCII only: every character keeps its place, which `toLowerCase` does not promise.
 */
function lowerAscii(text: string): string {
  // In a text of ASCII and of Latin letters that are small already it does promise it, and is
  // much faster.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the first range is all of ASCII
  if (/^[\x00-\x7f\xa0-\xbf\xdf-\xff]*$/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

interface Leaks {
  readonly fingerprint: string;
  readonly forms: ReadonlySet<string>;
}

/**
 * As long as a secret is in memory what it leaks as is made once: it is looked for in each answer.
 */
const leaks = new WeakMap<Secret, Leaks>();

function leaksOf(secret: Secret): Leaks {
  const before = leaks.get(secret);
  if (before) return before;
  const bytes = secret.revealBytes();
  const fingerprint = createHash('sha256').update(bytes).digest('base64');
  const made = { fingerprint, forms: leakForms(bytes) };
  bytes.fill(0);
  leaks.set(secret, made);
  return made;
}

function leakForms(bytes: Buffer): Set<string> {
  const text = bytes.toString('utf8');
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [
    text,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURI(text.toWellFormed()),
    encodeURIComponent(text.toWellFormed()),
    encodeURIComponent(encodeURIComponent(text.toWellFormed())),
    new URLSearchParams([['', text]]).toString().slice(1),
    bytes.toString('hex'),
    ...base64Forms(bytes),
    ...base64Forms(Buffer.from(text, 'utf16le')),
    ...base64Forms(Buffer.from(text, 'utf16le').swap16()),
  ];
  return new Set(forms.map(lowerAscii).filter((form) => form.length >= shortestSought));
}

/**
 * The part of a Base64 text that these bytes alone decide, at each of the three places where they
 * can start within a group of three: it is found also when other bytes stand before and after them,
 * as in an `Authorization: Basic` header.
 */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const certain = encoded.slice(start, end);
    const urlSafe = certain.replaceAll('+', '-').replaceAll('/', '_');
    forms.push(certain, urlSafe, encodeURIComponent(certain), JSON.stringify(certain).slice(1, -1));
  }
  return forms;
}
