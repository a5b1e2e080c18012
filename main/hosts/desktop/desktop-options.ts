import type { Language } from '../../../contract/choices.ts';
import type { GuardedFile } from '../../platform/files/json-file.ts';
import type { Clock, Log } from '../../platform/ports.ts';
import type { DesktopPreferences } from './desktop-preferences.ts';
import type { HostedApp } from './hosted-app.ts';
import type { Launch } from './launch.ts';
import type { Updater } from './updater.ts';

/**
 * What the desktop is started with; the parts that open something are functions, so that nothing is
 * open before it may be.
 */
export interface DesktopOptions {
  readonly launch: Launch;
  /** Absolute. */
  readonly dataFolder: string;
  /** Chromium's own folder; absolute. */
  readonly sessionFolder: string;
  /** Holds package.json and the libraries; absolute. */
  readonly applicationFolder: string;
  /** Absolute folder of the window's built files. */
  readonly rendererFolder: string;
  /** Absolute path of the built bridge. */
  readonly preload: string;
  /** The rights that the person's own files are made without; null on Windows. */
  readonly personUmask: number | null;
  /** The process, as far as it is sent signals. */
  readonly signals: { on(signal: string, listener: () => void): unknown };
  readonly log: Log;
  readonly clock: Clock;
  openApp(): Promise<HostedApp>;
  /** Null where nothing can be replaced: a checkout, an unpacked folder. */
  readonly updater: Pick<Updater, 'begin' | 'cancel'> | null;
  openPreferences(): GuardedFile<DesktopPreferences>;
  /** The code of an error in words a person understands. */
  toErrorWords(error: unknown, language: Language): string;
}
