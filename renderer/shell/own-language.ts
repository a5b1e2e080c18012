import { useSyncExternalStore } from 'react';
import type { Language } from '../../contract/choices.ts';

/** A language of this window alone, until the setting changes. */
interface OwnLanguage {
  readonly language: Language;
  readonly noted: Language | undefined;
}

let own: OwnLanguage | null = null;
const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Keeps a language for this window alone, where the core could not store it (another Zubi owns the
 * folder, a full disk).
 */
export function keepOwnLanguage(language: Language, noted: Language | undefined): void {
  own = { language, noted };
  for (const listener of listeners) listener();
}

/** A language stored by the core is that of every window, this one too. */
export function forgetOwnLanguage(): void {
  own = null;
  for (const listener of listeners) listener();
}

/** The language to show: the setting's, or this window's own. */
export function useShownLanguage(noted: Language | undefined): Language | undefined {
  const kept = useSyncExternalStore(watch, () => own);
  return kept !== null && kept.noted === noted ? kept.language : noted;
}
