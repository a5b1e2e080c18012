/** The window's scheme. */
export const scheme = 'app';
/** The only origin whose pages may call the core. */
export const ownOrigin = `${scheme}://zubi`;
/** The window's page once the core is open. */
export const startPage = `${ownOrigin}/index.html`;

/** Whether an address is the start page, at any of its places or as plain `app://zubi`. */
export function isStartPage(address: string): boolean {
  const [page] = address.split('#');
  return (
    isOwnPage(address) && (page === startPage || page === ownOrigin || page === `${ownOrigin}/`)
  );
}

/** The start page at a batch's summary; a new fragment does not reload the page. */
export function batchPage(batchId: string): string {
  return `${startPage}#/history/batch/${encodeURIComponent(batchId)}`;
}

/** The start page at the files to send. */
export const submitPage = `${startPage}#/submit`;

/** The start page at the quarter. */
export const quarterPage = `${startPage}#/overview`;

/** The start page at the settings. */
export const settingsPage = `${startPage}#/settings`;

/** External pages that may be opened, by id; all others are refused. */
export const externalPages = {
  /** Bizkaia's own pages on the ledger. */
  batuz: 'https://www.batuz.eus/',
  /** The tax office's electronic services. */
  taxOffice: 'https://www.ebizkaia.eus/',
} as const;

const externalOrigins: ReadonlySet<string> = new Set(
  Object.values(externalPages).map((page) => new URL(page).origin),
);

/** Whether an address is a page of the window. A prefix test would not do. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const names = [url.protocol, url.host, url.username, url.password];
  return names.join('|') === `${scheme}:|zubi||`;
}

/** An https address of a known origin without a user name, for the system's browser; else null. */
export function toExternalAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  return externalOrigins.has(url.origin) ? url.href : null;
}

/** Whether a download was made by the window from its own bytes. */
export function isOwnDownload(address: string): boolean {
  const prefix = 'blob:';
  return address.startsWith(prefix) && isOwnPage(address.slice(prefix.length));
}
