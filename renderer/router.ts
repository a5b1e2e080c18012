import { useSyncExternalStore } from 'react';

export const screenNames = ['overview', 'submit', 'history', 'companies', 'settings'] as const;
export type ScreenName = (typeof screenNames)[number];

/**
 * Where the window is: a screen, inside it perhaps one thing (a submission, `batch`), and inside
 * that `inner`; `query` are a screen's first filters.
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
  return part === undefined || part === '' ? null : decodeURIComponent(part);
}

/** The fragment of a batch's page; of the list of batches without one. */
export function batchHash(id: string | null = null): string {
  return `${placeHash('history', 'batch')}${id === null ? '' : `/${encodeURIComponent(id)}`}`;
}

/** Goes to what a restoration left in a history that it set aside. */
export function goToLeftAside(setAside: string): void {
  window.location.hash = `${placeHash('settings', 'set-aside')}/${encodeURIComponent(setAside)}`;
}

/** The fragment of a place. */
export function placeHash(screen: ScreenName, id: string | null = null, query = ''): string {
  const path = id === null ? screen : `${screen}/${encodeURIComponent(id)}`;
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a place, leaving the present one in the browser's history. */
export function goTo(screen: ScreenName, id: string | null = null, query = ''): void {
  window.location.hash = placeHash(screen, id, query);
}

/** The sections of Settings, in their order. */
export const settingsSections = ['office', 'connection', 'security', 'copies', 'advanced'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The section of Settings that a place shows. */
export function settingsSectionOf({ id }: Place): SettingsSection {
  return settingsSections.find((section) => section === id) ?? 'office';
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The present place; renders again when it changes. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(watchHash, () => window.location.hash);
  return parsePlace(hash);
}
