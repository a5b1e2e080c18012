import { useSyncExternalStore } from 'react';

export const screenNames = ['overview', 'submit', 'history', 'companies', 'settings'] as const;
export type ScreenName = (typeof screenNames)[number];

/**
 * A place of the window: a screen, perhaps one object (a submission, `batch`), and inside it
 * `inner`; `query` has the screen's first filters.
 */
export interface Place {
  readonly screen: ScreenName;
  readonly id: string | null;
  readonly inner: string | null;
  readonly query: string;
}

/**
 * Reads an address's fragment: `#/history/abc`, `#/history?state=unknown`; the quarter for anything
 * else.
 */
export function parsePlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name, id, inner] = path.split('/');
  const screen = screenNames.find((candidate) => candidate === name) ?? 'overview';
  return { screen, id: readPart(id), inner: readPart(inner), query };
}

/** Whether an address names a screen. */
export const isPlace = (hash: string): boolean =>
  hash.startsWith(placeHash(parsePlace(hash).screen));

function readPart(part: string | undefined): string | null {
  if (part === undefined || part === '') return null;
  try {
    return decodeURIComponent(part);
  } catch {
    // An address that was cut in the middle of a letter.
    return part;
  }
}

/** The fragment of a batch's page; of the list of batches without one. */
export function batchHash(id: string | null = null): string {
  return `${placeHash('history', 'batch')}${id === null ? '' : `/${encodeURIComponent(id)}`}`;
}

/** The fragment of the page on which a record of a submission is modified. */
export function recordHash(submissionId: string, record: number): string {
  return `${placeHash('history', submissionId)}/${record}`;
}

/** Goes to the submissions that a restoration left in a set-aside history. */
export function goToLeftAside(setAside: string): void {
  window.location.hash = `${placeHash('settings', 'set-aside')}/${encodeURIComponent(setAside)}`;
}

/** The fragment of a place. */
export function placeHash(screen: ScreenName, id: string | null = null, query = ''): string {
  const path = id === null ? screen : `${screen}/${encodeURIComponent(id)}`;
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a place; the browser's history keeps the current one. */
export function goTo(screen: ScreenName, id: string | null = null, query = ''): void {
  window.location.hash = placeHash(screen, id, query);
}

/** Changes the address of the shown place, without a step back to the earlier one. */
export function renamePlace(hash: string): void {
  window.history.replaceState(window.history.state, '', hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The sections of Settings, in their order. */
export const settingsSections = ['office', 'connection', 'security', 'copies', 'advanced'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The section of Settings at a place. */
export function settingsSectionOf({ id }: Place): SettingsSection {
  return settingsSections.find((section) => section === id) ?? 'office';
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

let held: string | null = null;

/** Shows the place of a fragment, whatever the address is meanwhile; null shows the address's. */
export function holdHash(hash: string | null): void {
  held = hash;
}

/** The current place; renders again when it changes. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(watchHash, () => held ?? window.location.hash);
  return parsePlace(hash);
}
