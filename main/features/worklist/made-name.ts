import type { FileOrigin } from '../../../contract/worklist.ts';
import { loadTexts, type Texts } from '../../platform/texts.ts';
import type { Core } from '../core.ts';

/** For a part: its number and the number of parts. */
type Part = { readonly part?: number; readonly parts?: number };

/**
 * The name of a new file, in the language of the settings. An edited file that is edited again
 * keeps its name.
 */
export function nameMade(
  { settings }: Pick<Core, 'settings'>,
  original: string,
  kind: FileOrigin['kind'],
  part: Part = {},
): string {
  const word = madeWord(loadTexts(settings.read().language), kind, part);
  if (kind === 'edited' && original.endsWith(`.${word}.xml`)) return original;
  return madeName(original, word);
}

/**
 * The word that distinguishes a new file from its original, in a person's language: `rechazados`,
 * `corregido`; for a part its number and the number of parts.
 */
export function madeWord(texts: Texts, kind: FileOrigin['kind'], params: Part = {}): string {
  return texts.say(`madeWord.${kind}`, params);
}

/**
 * `gastos.xml` and `rechazados` make `gastos.rechazados.xml`; the ending of a compression is
 * removed.
 */
export function madeName(original: string, word: string): string {
  const stem = original.replace(/\.gz$/i, '').replace(/\.xml$/i, '');
  // Names are cut at 255 characters; the word that distinguishes this one must stay.
  return `${stem.slice(0, 220)}.${word}.xml`;
}
