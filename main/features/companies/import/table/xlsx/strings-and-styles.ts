import { importLimits, tooLarge } from '../limits.ts';
import { isDateFormat, isDateFormatId } from './date-cells.ts';
import type { Attributes, PartReader } from './read-part.ts';
import { TextOfRuns } from './text-of-runs.ts';

/** More than any accepted table could use. */
const maxStrings = 2_000_000;
/** Excel's own limit is 65,490. */
const maxStyles = 100_000;

/** Collects the texts that cells share, by their index. */
export class SharedStrings implements PartReader {
  readonly texts: string[] = [];
  readonly #runs = new TextOfRuns();
  #charactersLeft = 2 * importLimits.characters;

  open(name: string, depth: number): void {
    if (depth === 2 && name === 'si') this.#runs.start();
    else this.#runs.open(name);
  }

  text(text: string): void {
    this.#runs.add(text);
  }

  close(name: string, depth: number): void {
    this.#runs.close(name);
    if (depth !== 2 || name !== 'si') return;
    if (this.texts.length >= maxStrings) throw tooLarge('strings', maxStrings);
    const text = this.#runs.end();
    this.#charactersLeft -= text.length;
    if (this.#charactersLeft < 0) throw tooLarge('characters', importLimits.characters);
    this.texts.push(text);
  }
}

/** Finds the cell styles that show a number as a date. */
export class DateStyles implements PartReader {
  readonly #formats = new Map<number, boolean>();
  readonly #isDate: boolean[] = [];
  #isInCellStyles = false;

  open(name: string, depth: number, { numFmtId, formatCode }: Attributes): void {
    if (depth === 2) this.#isInCellStyles = name === 'cellXfs';
    const id = Number(numFmtId ?? 0);
    if (depth === 3 && name === 'numFmt') this.#formats.set(id, isDateFormat(formatCode ?? ''));
    if (depth === 3 && name === 'xf' && this.#isInCellStyles)
      this.#isDate.push(this.#formats.get(id) ?? isDateFormatId(id));
    if (Math.max(this.#formats.size, this.#isDate.length) > maxStyles)
      throw tooLarge('styles', maxStyles);
  }

  /** Takes the value of a cell's style attribute. */
  isDate(style: string | undefined): boolean {
    return this.#isDate[Number(style ?? 0)] ?? false;
  }
}
