import type { GuardedFile } from '../../platform/files/json-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { DesktopPreferences } from './desktop-preferences.ts';
import type { HostedApp } from './hosted-app.ts';
import type { Launch } from './launch.ts';
import type { Updater } from './updater.ts';

/**
 * The desktop's start options. What opens something is a function, so that nothing opens too early.
 */
export interface DesktopOptions {
  readonly launch: Launch;
  /** Absolute. */
  readonly dataFolder: string;
  /** Chromium's folder; absolute. */
  readonly sessionFolder: string;
  /** The folder with package.json and the libraries; absolute. */
  readonly applicationFolder: string;
  /** The window's built files; absolute. */
  readonly rendererFolder: string;
  /** The built bridge; absolute. */
  readonly preload: string;
  /** The umask for the person's own files; null on Windows. */
  readonly personUmask: number | null;
  /** The process, for its signals. */
  readonly signals: { on(signal: string, listener: () => void): unknown };
  readonly log: Log;
  readonly clock: Clock;
  /** `chooseFolder` asks a person by the system's dialog; null when they cancel. */
  openApp(chooseFolder: () => Promise<string | null>): Promise<HostedApp>;
  /** Null for a checkout or an unpacked folder, which cannot be replaced. */
  readonly updater: Pick<Updater, 'begin' | 'cancel'> | null;
  openPreferences(): GuardedFile<DesktopPreferences>;
}
