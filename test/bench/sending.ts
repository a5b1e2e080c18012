import { pathToFileURL } from 'node:url';
import { keepHeapsSmall } from '../../main/platform/workers/v8-memory-flags.ts';
import { type BenchRow, printRows } from './verdict.ts';

/**
 * One large file against curl, many small ones against the sandbox's ceiling; with the core loaded,
 * as in real sending.
 */
async function benchSending(): Promise<BenchRow[]> {
  const { benchManyFiles } = await import('./sending/many-small-files.ts');
  const { benchLargeFile } = await import('./sending/one-large-file.ts');
  return [...(await benchLargeFile()), ...(await benchManyFiles())];
}

// A process of its own with every host's heap flags: garbage collection is part of the cost of
// sending.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  keepHeapsSmall();
  const rows = await benchSending();
  if (process.send) process.send(rows);
  else printRows(rows);
}
