import type { SaidWords } from '../validator-port.ts';
import { resolveReferences } from '../xml/references.ts';

/**
 * The ledger's words for a full or partial refusal, as whole values. A name with the value 0, as a
 * number or a text, or with `false` or an empty list says that there is none (`"Incorrecto": 0`).
 */
const refusedValue =
  /["'>]\s*((?:in|parcialmente[\s_-]?)correct[oa])\s*["'<](?!\s*:\s*(?:0\b|"0"|false\b|\[\s*\]))/i;
/** The same words inside a longer text. A plural counts records. */
const refusedAnywhere =
  /(?<![A-Za-z])(?:Incorrect[oa]|INCORRECT[OA]|ParcialmenteCorrect[oa])(?![A-Za-z]|["']?\s*:\s*(?:0\b|"0"|false\b|\[\s*\]))/;
/**
 * `B4_1…` refuses the file, `B4_2…` the record, `N3_…` the sender; with `B4_3…` the record is
 * accepted.
 */
const refusedCode = /(?<![A-Za-z0-9])(?:B4_(?!3)\d+|N3_\d+)/i;
const withErrors = /(?<![A-Za-z0-9])(?:AceptadoConErrores|B4_3\d+)/i;
const taken =
  /["'>]\s*(correct[oa]|parcialmente[\s_-]?correct[oa]|aceptado[\s_-]?con[\s_-]?errores|anulado)\s*["'<](?!\s*:\s*(?:0\b|"0"|false\b|\[\s*\]))/i;

/** Searches texts for the ledger's words; keeps the first of each kind. */
export class WordSearch {
  readonly #refusals: ReadonlySet<string>;
  #refusal: string | null = null;
  #refusalInText: string | null = null;
  #withErrors: string | null = null;
  #taken: string | null = null;

  constructor(refusals: readonly string[]) {
    // A number as a word of refusal would match any amount.
    this.#refusals = new Set(refusals.filter((word) => /\p{L}{2}/u.test(word)));
  }

  look(text: string): void {
    this.#lookIn(text);
    const plain = resolveReferences(resolveEscapes(text));
    if (plain !== text) this.#lookIn(plain);
  }

  /** A value of a JSON document, where the profile's words count too. */
  lookAtValue(value: string): void {
    if (this.#refusals.has(value)) this.#refusal ??= value;
  }

  found(): SaidWords {
    return {
      refusal: this.#refusal,
      refusalInText: this.#refusalInText,
      withErrors: this.#withErrors,
      taken: this.#taken,
    };
  }

  #lookIn(text: string): void {
    this.#refusal ??= refusedValue.exec(text)?.[1] ?? refusedCode.exec(text)?.[0] ?? null;
    this.#refusalInText ??= refusedAnywhere.exec(text)?.[0] ?? null;
    this.#withErrors ??= withErrors.exec(text)?.[0] ?? null;
    this.#taken ??= taken.exec(text)?.[1] ?? null;
  }
}

/** JSON can write any letter as `\u0061`. */
export function resolveEscapes(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replace(/(?<!\\)\\+u([0-9a-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
