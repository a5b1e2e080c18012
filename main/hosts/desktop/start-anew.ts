import { spawn } from 'node:child_process';
import { app } from 'electron';

/**
 * Starts Zubi again once this run has ended. An AppImage is started by its own file: the program
 * inside lies on a mount that goes with this run, where Electron would look for it.
 */
export function startAnew(args: readonly string[], appImage: string | null): void {
  if (appImage === null) {
    app.relaunch({ args: [...args] });
    return;
  }
  app.once('quit', () => spawn(appImage, args, { detached: true, stdio: 'ignore' }).unref());
}
