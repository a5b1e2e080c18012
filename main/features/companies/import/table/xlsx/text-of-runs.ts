import { importLimits } from '../limits.ts';

/** Characters kept of one text: twice a cell's limit, because spaces are removed later. */
const maxCharacters = 2 * importLimits.cellCharacters;

/** Joins a text from its runs (`t`, alone or in `r`), without phonetic runs (`rPh`). */
export class TextOfRuns {
  #pieces: string[] = [];
  #left = 0;
  #isText = false;
  #isPhonetic = false;

  start(): void {
    this.#pieces = [];
    this.#left = maxCharacters;
    this.#isText = false;
    this.#isPhonetic = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    if (name === 't') this.#isText = !this.#isPhonetic;
  }

  add(text: string): void {
    if (!this.#isText || this.#left <= 0) return;
    const piece = text.slice(0, this.#left);
    this.#left -= piece.length;
    this.#pieces.push(piece);
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 't') this.#isText = false;
  }

  end(): string {
    const text = this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join('');
    this.#pieces = [];
    return decodeEscapes(text);
  }
}

/** `_x000D_` stands for the character of that number (ISO/IEC 29500-1, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
