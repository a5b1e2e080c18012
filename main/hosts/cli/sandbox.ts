import { resolve } from 'node:path';
import { runSandbox } from '../../../sandbox/main.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { toStorageError } from '../../platform/files/whole-file.ts';
import { systemCode } from '../../platform/system-code.ts';
import { keepHeapsSmall } from '../../platform/workers/v8-memory-flags.ts';
import { complain } from './output.ts';
import { untilEnded } from './until-ended.ts';

/**
 * Serves the sandbox until it is ended; without a folder its state is discarded at the end. Returns
 * the exit code. Throws `data_folder_not_writable`, `disk_full`.
 */
export async function sandbox(options: { data: string | null; port: number }): Promise<number> {
  keepHeapsSmall();
  if (options.data !== null) makeDataFolder(options.data);
  const stop = new AbortController();
  void untilEnded().then(() => stop.abort());
  const out = (line: string) => void process.stdout.write(`${line}\n`);
  const args = [
    '--port',
    String(options.port),
    ...(options.data === null ? [] : ['--data', options.data]),
  ];
  try {
    return await runSandbox(args, { out, error: complain }, stop.signal);
  } catch (error) {
    throw options.data !== null && isOfFolder(error) ? toStorageError(error, options.data) : error;
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
  } catch (error) {
    throw toStorageError(error, folder);
  }
}

/** Whether the state could not be opened for writing; a port in use is another fault. */
function isOfFolder(error: unknown): boolean {
  if (error instanceof Error && 'syscall' in error) return error.syscall === 'open';
  return /^SQLITE_(?:CANTOPEN|READONLY)/.test(systemCode(error));
}
