import { existsSync } from 'node:fs';
import type { Log } from '../../platform/ports.ts';
import type { Texts } from '../../platform/texts.ts';
import { complain } from './output.ts';

/** A log, and the file it is in. */
export interface LogFile {
  readonly log: Log;
  readonly path: string;
}

/** What is said and kept of a fault that nothing caught. */
export interface FatalErrorReporter {
  /** Goes to the log that is kept by then; nowhere before there is one. */
  readonly log: Log;
  /** From now on it is kept there; null: nowhere. */
  keepIn(file: LogFile | null): void;
  /** Tells the person: what happened, its code, and where more stands. */
  say(code: string): void;
}

/** The last words of one run of the command line. */
export function createFatalErrorReporter(texts: Texts): FatalErrorReporter {
  let kept: LogFile | null = null;
  return {
    log: {
      info: (event, fields) => kept?.log.info(event, fields),
      warn: (event, fields) => kept?.log.warn(event, fields),
      error: (event, fields) => kept?.log.error(event, fields),
    },
    keepIn: (file) => {
      kept = file;
    },
    say: (code) => {
      complain(`${texts.say('fault.ended')} (${code})`);
      // Not where the disk took none of it.
      if (kept !== null && existsSync(kept.path))
        complain(texts.say('fault.log', { path: kept.path }));
    },
  };
}
