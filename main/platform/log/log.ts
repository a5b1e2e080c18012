import { type DestinationStream, pino } from 'pino';
import type { Clock, Log } from '../ports.ts';
import type { LiveSecrets } from '../secrets/live-secrets.ts';
import { allowFields, toEventName } from './log-fields.ts';
import { maskPersonalData } from './personal-data.ts';
import { createRotatingFile } from './rotating-file.ts';

export type LogLevel = 'info' | 'warn' | 'error' | 'silent';

interface LogOptions {
  /** Folder of `zubi.log` and the older `zubi.1.log`, `zubi.2.log`: `log/` in the data folder. */
  readonly folder: string;
  readonly level: LogLevel;
  /** The secrets that no line may contain, whatever was passed. */
  readonly secrets: LiveSecrets;
  readonly clock: Clock;
  /** 5 MB by default; three files are kept. */
  readonly maxBytes?: number;
}

/** A log that the process closes at its end. */
export interface FileLog extends Log {
  close(): void;
}

const defaultMaxBytes = 5_000_000;

/**
 * One JSON line per event, written at once in this thread. Three filters keep secrets and personal
 * data out: only listed fields, only single tokens as values, and a last filter on the finished
 * line.
 */
export function createLog(options: LogOptions): FileLog {
  const file = createRotatingFile({
    folder: options.folder,
    maxBytes: options.maxBytes ?? defaultMaxBytes,
  });
  const destination: DestinationStream = {
    write: (line) => file.write(cleanLine(line, options.secrets)),
  };
  const logger = pino(
    {
      level: options.level,
      // Neither the machine's name nor the process number.
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${options.clock().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    info: (event, fields = {}) => logger.info(allowFields(fields), toEventName(event)),
    warn: (event, fields = {}) => logger.warn(allowFields(fields), toEventName(event)),
    error: (event, fields = {}) => logger.error(allowFields(fields), toEventName(event)),
    close: () => file.close(),
  };
}

/** The last filter: secrets first, because masking personal data could split one. */
function cleanLine(line: string, secrets: LiveSecrets): string {
  return maskPersonalData(secrets.mask(line));
}
