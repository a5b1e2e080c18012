import { spawn } from 'node:child_process';
import { app } from 'electron';

/**
 * Starts Zubi again once this run has ended. An AppImage is started by its own file: the program
 * inside lies on a mount that goes with this run, where Electron would look for it. The next run
 * begins with the person's own umask.
 */
export function startAnew(
  args: readonly string[],
  {
    appImage,
    personUmask,
  }: { readonly appImage: string | null; readonly personUmask: number | null },
): void {
  if (personUmask !== null) process.umask(personUmask);
  if (appImage === null) {
    app.relaunch({ args: [...args] });
    return;
  }
  app.once('quit', () => spawn(appImage, args, { detached: true, stdio: 'ignore' }).unref());
}
