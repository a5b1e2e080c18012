import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { toStorageError } from '../../platform/files/whole-file.ts';
import { systemCode } from '../../platform/system-code.ts';
import { keepHeapsSmall } from '../../platform/workers/v8-memory-flags.ts';
import { complain, writeLine } from './output.ts';
import { untilEnded } from './until-ended.ts';

/**
 * Serves the sandbox until it is ended; prints one JSON line when ready. Without a folder its state
 * is discarded at the end. Throws `data_folder_not_writable`, `disk_full`, `sandbox_unavailable`.
 */
export async function sandbox({
  data,
  port,
}: {
  readonly data: string | null;
  readonly port: number;
}): Promise<number> {
  keepHeapsSmall();
  const ended = untilEnded();
  const folder = data === null ? makeOwnFolder() : resolve(data);
  const onFailure = (error: unknown) =>
    complain(`sandbox: ${error instanceof Error ? error.message : error}`);
  try {
    const { baseUrl, userApiKey, close } = await start({ folder, port, onFailure });
    await writeLine(JSON.stringify({ baseUrl, userApiKey }));
    await ended;
    await close();
    return 0;
  } finally {
    if (data === null) rmSync(folder, { recursive: true, force: true });
  }
}

function makeOwnFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'zubi-sandbox-'));
  } catch (error) {
    throw toStorageError(error, tmpdir());
  }
}

async function start(options: Parameters<typeof startSandbox>[0]) {
  try {
    makeFolder(options.folder);
    return await startSandbox(options);
  } catch (error) {
    throw toStartError(error, options.folder);
  }
}

/** Of its port, of its folder, or of the state in it. */
function toStartError(error: unknown, folder: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  if (isOfSystem && error.syscall === 'listen') return error;
  const isOfFolder = isOfSystem || /^SQLITE_(?:CANTOPEN|READONLY)/.test(systemCode(error));
  if (isOfFolder) return toStorageError(error, folder);
  return new ZubiError('sandbox_unavailable', {}, { cause: error });
}
