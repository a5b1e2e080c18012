/** The Chromium that the end-to-end tests drive, null when there is none. */
export function findChromium(): string | null;
/** Makes sure that there is one; throws when there is none and none can be installed. */
export function ensureBrowser(): Promise<void>;
