import { foldText } from '../../../contract/fold-text.ts';

/** How many of the words begin a word of the name; one that begins the name itself counts twice. */
export function countBegun(name: string, words: readonly string[]): number {
  const text = foldText(name);
  const parts = text.split(/[^\p{L}\p{N}]+/u);
  const begun = words.filter((word) => parts.some((part) => part.startsWith(word)));
  return begun.length + (words.some((word) => text.startsWith(word)) ? 1 : 0);
}
