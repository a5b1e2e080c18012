import { app, type Event, powerMonitor } from 'electron';
import { preparePrivateFolder } from '../../platform/files/private-folder.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { DesktopRun } from './desktop-run.ts';
import { toErrorWords } from './error-words.ts';
import { readHandedOver, windowFolder } from './launch.ts';
import { guardNavigation } from './navigation.ts';
import { guardSessions } from './permissions.ts';
import { registerScheme } from './protocol.ts';
import { refuse } from './refuse.ts';
import { isRunningElsewhere, markRunning } from './run-mark.ts';
import { findWeakeningSwitch, withoutSandbox } from './switches.ts';
import { fill, textsIn } from './texts.ts';
import { watchProcesses } from './watch-window.ts';

/** Without the system's sandbox an AppImage runs weakened; the `.deb` does not. */
function refuseWeakened({ launch }: DesktopOptions): boolean {
  const name = app.isPackaged ? findWeakeningSwitch(app.commandLine) : null;
  if (name === null) return false;
  refuse((language) => {
    const { start } = textsIn(language);
    const isAppImage = name === withoutSandbox && launch.appImage !== null;
    return isAppImage ? start.appImage : fill(start.weakened, { name });
  });
  return true;
}

/** Makes the folders of the lock; shows the reason and ends where that is not possible. */
function prepareFolders({ dataFolder, sessionFolder }: DesktopOptions): boolean {
  try {
    for (const folder of [dataFolder, windowFolder(dataFolder), sessionFolder])
      preparePrivateFolder(folder);
    return true;
  } catch (error) {
    refuse((language) => toErrorWords(error, language));
    return false;
  }
}

/** Another Zubi on this data folder gets the documents, and this one ends. */
function takeLock({ dataFolder, launch }: DesktopOptions): boolean {
  const isOurs = app.requestSingleInstanceLock({ files: launch.files });
  if (isOurs) markRunning(dataFolder);
  else if (isRunningElsewhere(dataFolder)) app.quit();
  else refuse((language) => textsIn(language).start.noLock);
  return isOurs;
}

function follow(run: DesktopRun): void {
  app.on('second-instance', (_event, _argv, _folder, data) => run.startAgain(readHandedOver(data)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    run.receive([path]);
  });
  app.on('activate', () => run.showWindow());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => run.beforeQuit(event));
}

/**
 * Signals that end Zubi. Chromium handles a signal once: a second SIGTERM, after a person chose to
 * stay, would end the process in the middle of a sending.
 */
function followEnds(run: DesktopRun, { signals, log }: DesktopOptions): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) signals.on(signal, () => app.quit());
  // Electron 45 on Linux hears no shutdown where that is the first event with a listener.
  powerMonitor.on('resume', () => log.info('desktop.resumed'));
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    run.endSession();
  });
}

/**
 * Starts the desktop, or ends when another Zubi runs on this data folder, which gets the documents.
 * The order matters: sandbox, lock and scheme before Chromium is ready, and no store before the
 * lock is ours.
 */
export function startDesktop(options: DesktopOptions): void {
  if (refuseWeakened(options)) return;
  app.enableSandbox();
  if (!prepareFolders(options)) return;
  app.setPath('userData', windowFolder(options.dataFolder));
  app.setPath('sessionData', options.sessionFolder);
  if (!takeLock(options)) return;
  registerScheme();
  guardSessions(options.personUmask);
  guardNavigation();
  watchProcesses(options.log);
  const run = new DesktopRun(options);
  follow(run);
  void app.whenReady().then(() => {
    followEnds(run, options);
    return run.open();
  });
}
