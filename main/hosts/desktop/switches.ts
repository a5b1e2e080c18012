/** Switches of Chromium and Electron that remove a protection. */
const weakeningSwitches = [
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'browser-subprocess-path',
  'bypasscsp-schemes',
  'disable-gpu-sandbox',
  'disable-kill-after-bad-ipc',
  'disable-seccomp-filter-sandbox',
  'disable-site-isolation-trials',
  'disable-web-security',
  'gpu-launcher',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'in-process-gpu',
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

/** The first switch with which an installed Zubi refuses to run, or null. */
export function findWeakeningSwitch(commandLine: {
  hasSwitch(name: string): boolean;
}): string | null {
  return weakeningSwitches.find((name) => commandLine.hasSwitch(name)) ?? null;
}

/** Variables that remove a protection from all of Node; an installed Zubi deletes them first. */
export const weakeningVariables = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
] as const;

/** The switch that an AppImage's start adds where the system forbids Chromium's sandbox. */
export const withoutSandbox = 'no-sandbox';
