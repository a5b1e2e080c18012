import { app } from 'electron';

const maxRecent = 10;

/** The list with these in front, the last of them first. */
export function withRecent(before: readonly string[], paths: readonly string[]): string[] {
  return [...new Set([...paths.toReversed(), ...before])].slice(0, maxRecent);
}

/** Tells the system, which shows them in its Dock or jump list. */
export function tellRecent(paths: readonly string[]): void {
  if (process.platform === 'linux') return;
  for (const path of paths.slice(-maxRecent)) app.addRecentDocument(path);
}

export function forgetRecent(): void {
  if (process.platform !== 'linux') app.clearRecentDocuments();
}
