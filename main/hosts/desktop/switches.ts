/** Switches of Chromium and Electron that take a protection away. */
const weakeningSwitches = [
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'disable-gpu-sandbox',
  'disable-site-isolation-trials',
  'disable-web-security',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'inspect',
  'inspect-brk',
  'js-flags',
  'load-extension',
  'no-sandbox',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'renderer-cmd-prefix',
  'single-process',
  'unsafely-treat-insecure-origin-as-secure',
  'utility-cmd-prefix',
] as const;

/** The first switch on the command line under which an installed Zubi refuses to run, or null. */
export function findWeakeningSwitch(commandLine: {
  hasSwitch(name: string): boolean;
}): string | null {
  return weakeningSwitches.find((name) => commandLine.hasSwitch(name)) ?? null;
}

/**
 * Variables by which Node would drop a protection for the whole process; an installed Zubi forgets
 * them before anything reads them.
 */
export const weakeningVariables = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
] as const;

/** What the start of an AppImage adds where the system forbids Chromium's sandbox to a program. */
export const withoutSandbox = 'no-sandbox';
