import { spawn } from 'node:child_process';
import { startForPerson } from '../../platform/log/harden-process.ts';

/**
 * The program that opens an address in the browser, with its first arguments; null without a
 * screen.
 */
function opener(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens an address in the person's browser if there is one; else the address was printed. */
export function openAddress(address: string): void {
  const found = opener(process.platform, process.env);
  if (found === null) return;
  const [program, ...args] = found;
  startForPerson(() => {
    const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    child.on('error', () => undefined);
    child.unref();
  });
}
