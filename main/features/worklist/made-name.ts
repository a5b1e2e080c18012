import type { FileOrigin } from '../../../contract/worklist.ts';
import type { Texts } from '../../platform/texts.ts';

/**
 * What tells a made file from its original, in a person's language: `rechazados`, `corregido`; of a
 * part its number and how many there are.
 */
export function madeWord(
  texts: Texts,
  kind: FileOrigin['kind'],
  params: { readonly part?: number; readonly parts?: number } = {},
): string {
  return texts.say(`madeWord.${kind}`, params);
}

/**
 * `gastos.xml` and `rechazados` make `gastos.rechazados.xml`; what a file was compressed with is
 * left out.
 */
export function madeName(original: string, word: string): string {
  const stem = original.replace(/\.gz$/i, '').replace(/\.xml$/i, '');
  // Names are cut at 255 characters; what tells this one from its original must not be.
  return `${stem.slice(0, 220)}.${word}.xml`;
}
