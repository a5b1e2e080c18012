/** The scheme the window is served under. */
export const scheme = 'app';
/** The one origin whose pages may call the core. */
export const ownOrigin = `${scheme}://zubi`;
/** The page of the window, once the core is open. */
export const startPage = `${ownOrigin}/index.html`;

/** Whether an address is the start page, at any of its places; `app://zubi` alone is it, too. */
export function isStartPage(address: string): boolean {
  const [page] = address.split('#');
  return (
    isOwnPage(address) && (page === startPage || page === ownOrigin || page === `${ownOrigin}/`)
  );
}

/** The same page, at a batch's summary: another fragment does not load it anew. */
export function batchPage(batchId: string): string {
  return `${startPage}#/history/batch/${encodeURIComponent(batchId)}`;
}

/** The same page, at the settings. */
export const settingsPage = `${startPage}#/settings`;

/** Pages outside Zubi that a person may be sent to, by id; everything else stays closed. */
export const externalPages = {
  /** Bizkaia's own pages on the ledger. */
  batuz: 'https://www.batuz.eus/',
  /** The tax office's electronic services. */
  taxOffice: 'https://www.ebizkaia.eus/',
} as const;

const externalOrigins: ReadonlySet<string> = new Set(
  Object.values(externalPages).map((page) => new URL(page).origin),
);

/** Whether an address is a page of the window itself; never decided by how the text begins. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const names = [url.protocol, url.host, url.username, url.password];
  return names.join('|') === `${scheme}:|zubi||`;
}

/**
 * The address as it may be handed to the system's browser, or null: an https page of a known
 * origin, without a user name in it.
 */
export function toExternalAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  return externalOrigins.has(url.origin) ? url.href : null;
}

/** Whether a download was made by the window itself, from bytes it already holds. */
export function isOwnDownload(address: string): boolean {
  const prefix = 'blob:';
  return address.startsWith(prefix) && isOwnPage(address.slice(prefix.length));
}
