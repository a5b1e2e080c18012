import { spawn } from 'node:child_process';

/**
 * The program that shows an address in the person's browser, and its arguments before the address;
 * null where there is no screen.
 */
function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/**
 * Shows an address in the person's browser where there is one; where not, the address has been
 * printed.
 */
export function openAddress(address: string): void {
  const found = opener(process.platform, process.env);
  if (found === null) return;
  const [program, ...args] = found;
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
