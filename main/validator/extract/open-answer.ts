import { gunzipWithin, isGzip } from '../gzip.ts';
import type { SaidWords } from '../validator-port.ts';
import { innerTexts } from '../xml/inner-texts.ts';
import { decodeLoosely, isWrapping } from './loose-base64.ts';
import { WordSearch } from './said-words.ts';

/** What an answer's wrappings contain. */
interface OpenedAnswer {
  /** XML documents, outer before inner. */
  readonly documents: readonly Uint8Array[];
  readonly words: SaidWords;
  /** False when something could not be opened or was nested too deeply. */
  readonly isWhole: boolean;
}

/** Upper bound for all layers together: four times the largest answer. */
const maxAllBytes = 128 * 1024 * 1024;
/**
 * Upper bound for one unpacked layer: a response with 10,000 refused records has nine million
 * bytes.
 */
const maxLayerBytes = 32 * 1024 * 1024;
const maxDepth = 8;
const maxDocuments = 20;
/** Shorter texts wrap nothing. */
const minWrappedLength = 16;

/**
 * Opens everything in a service's answer, also nested: gzip, Base64 (strict or loose), bytes as a
 * list of numbers (Node's `Buffer`, Java's signed bytes), JSON texts, XML elements and CDATA
 * sections. All of it, because no word of a refusal may be missed; the one document in a person's
 * file is for `wrapped-document.ts`. `refusals` are the profile's words of refusal, beside the
 * ledger's. Never throws.
 */
export function openAnswer(body: Uint8Array, refusals: readonly string[] = []): OpenedAnswer {
  return new Opening(refusals).run(body);
}

class Opening {
  readonly #documents: Uint8Array[] = [];
  readonly #words: WordSearch;
  #bytes = 0;
  #isWhole = true;

  constructor(refusals: readonly string[]) {
    this.#words = new WordSearch(refusals);
  }

  run(body: Uint8Array): OpenedAnswer {
    this.#openBytes(body, 0);
    return { documents: this.#documents, words: this.#words.found(), isWhole: this.#isWhole };
  }

  #openBytes(bytes: Uint8Array, depth: number): void {
    if (!this.#mayOpen(bytes.length, depth)) return;
    if (isGzip(bytes)) {
      const unpacked = gunzipWithin(bytes, Math.min(maxLayerBytes, maxAllBytes - this.#bytes));
      if (unpacked) this.#openBytes(unpacked, depth + 1);
      else this.#isWhole = false;
      return;
    }
    this.#openText(decodeText(bytes), depth, bytes);
  }

  #mayOpen(size: number, depth: number): boolean {
    this.#bytes += size;
    const may = depth <= maxDepth && this.#bytes <= maxAllBytes;
    if (!may) this.#isWhole = false;
    return may;
  }

  /** `bytes` are the text's own bytes, when it was read from bytes. */
  #openText(text: string, depth: number, bytes: Uint8Array | null): void {
    this.#words.look(text);
    const trimmed = text.trim();
    const [first] = trimmed;
    if (first === '<') {
      this.#addDocument(bytes !== null && text.startsWith('<') ? bytes : toXmlBytes(trimmed));
      for (const inner of innerTexts(trimmed, minWrappedLength)) this.#openInner(inner, depth);
    } else if (first === '{' || first === '[' || first === '"') {
      this.#openJson(trimmed, depth);
    } else {
      const decoded = decodeLoosely(trimmed);
      if (decoded) this.#openBytes(decoded, depth + 1);
    }
  }

  #addDocument(bytes: Uint8Array): void {
    if (this.#documents.length < maxDocuments) this.#documents.push(bytes);
    else this.#isWhole = false;
  }

  #openInner(text: string, depth: number): void {
    if (text.length < minWrappedLength) return;
    if (!/^\s*[<{["]/.test(text)) {
      const decoded = decodeLoosely(text.trim());
      if (decoded) this.#openBytes(decoded, depth + 1);
    } else if (this.#mayOpen(text.length, depth + 1)) this.#openText(text, depth + 1, null);
  }

  #openJson(text: string, depth: number): void {
    const waiting: unknown[] = [parseJson(text)];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if (typeof value === 'string') {
        this.#words.lookAtValue(value);
        this.#openInner(value, depth);
      } else if (isByteList(value)) {
        const bytes = Uint8Array.from(value);
        if (isWrapping(bytes)) this.#openBytes(bytes, depth + 1);
      } else if (typeof value === 'object' && value !== null) {
        for (const inner of Object.values(value)) waiting.push(inner);
      }
    }
  }
}

function isByteList(value: unknown): value is readonly number[] {
  const isByte = (each: unknown) => Number.isInteger(each) && Math.abs(Number(each)) < 256;
  return Array.isArray(value) && value.length >= minWrappedLength && value.every(isByte);
}

/** UTF-8, or UTF-16 by its byte order mark or the zeros of its first character. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Bytes of a document that was a text: its declared encoding no longer holds. */
function toXmlBytes(text: string): Uint8Array {
  const declared = /^(<\?xml[^>]{0,200}?)\s+encoding\s*=\s*(?:"[^"<>]*"|'[^'<>]*')/;
  return Buffer.from(text.replace(declared, '$1'), 'utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
