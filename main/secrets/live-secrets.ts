import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Secret } from './secret.ts';

const mask = '[secret]';
/** Shorter ones would be found in ordinary words and make a log unreadable. */
const shortestSought = 4;

/**
 * The secrets this process has had in its hands, so that the log's last filter can look for them in any of the forms in
 * which they leak: as they are, inside JSON, in URLs, hexadecimal, and in Base64 wherever in a longer text they lie.
 */
export class LiveSecrets {
  /** Longest first, so that a secret which holds another is masked whole. */
  #needles: readonly string[] = [];
  readonly #known = new Set<string>();

  /** From now on this secret is looked for. Giving it twice costs nothing. */
  hold(secret: Secret): void {
    if (secret.size < shortestSought) return;
    const bytes = secret.revealBytes();
    const fingerprint = createHash('sha256').update(bytes).digest('base64');
    if (!this.#known.has(fingerprint)) {
      this.#known.add(fingerprint);
      const needles = new Set([...this.#needles, ...leakForms(bytes)]);
      this.#needles = [...needles].sort((one, other) => other.length - one.length);
    }
    bytes.fill(0);
  }

  /** The text with every held secret replaced by `[secret]`, in whatever case it is written. */
  mask(text: string): string {
    const lower = lowerAscii(text);
    let masked = text;
    let haystack = lower;
    for (const needle of this.#needles) {
      for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + mask.length)) {
        masked = masked.slice(0, at) + mask + masked.slice(at + needle.length);
        haystack = haystack.slice(0, at) + mask + haystack.slice(at + needle.length);
      }
    }
    return masked;
  }

  /** Forgets them all, at the end of the process. */
  clear(): void {
    this.#needles = [];
    this.#known.clear();
  }
}

/** Lower case for ASCII only: every character keeps its place, which `toLowerCase` does not promise. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
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
  ];
  return new Set(forms.map(lowerAscii).filter((form) => form.length >= shortestSought));
}

/**
 * The part of a Base64 text that these bytes alone decide, at each of the three places where they can start within a
 * group of three: it is found also when other bytes stand before and after them, as in an `Authorization: Basic` header.
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
