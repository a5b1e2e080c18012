import { existsSync } from 'node:fs';
import type { Log } from '../../platform/ports.ts';
import type { Texts } from '../../platform/texts.ts';
import { complain } from './output.ts';

/** A log, and the file it is in. */
export interface LogFile {
  readonly log: Log;
  readonly path: string;
}

/** What is printed and logged of an uncaught fault. */
export type FatalErrorReporter = ReturnType<typeof createFatalErrorReporter>;

/** The reporter of one run of the command line. */
export function createFatalErrorReporter(texts: Texts) {
  let kept: LogFile | null = null;
  /** Goes to the current log; nowhere before there is one. */
  const log: Log = {
    info: (event, fields) => kept?.log.info(event, fields),
    warn: (event, fields) => kept?.log.warn(event, fields),
    error: (event, fields) => kept?.log.error(event, fields),
  };
  return {
    log,
    /** The log from now on; null: none. */
    keepIn(file: LogFile | null) {
      kept = file;
    },
    /** Tells the person what happened, its code, and where to read more. */
    say(code: string) {
      complain(`${texts.say('fault.ended')} (${code})`);
      // Not when the disk took none of it.
      if (kept !== null && existsSync(kept.path))
        complain(texts.say('fault.log', { path: kept.path }));
    },
  };
}
