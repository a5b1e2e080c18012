import { pathToFileURL } from 'node:url';
import { benchManyFiles } from './sending/many-small-files.ts';
import { benchLargeFile } from './sending/one-large-file.ts';
import { type BenchRow, printRows } from './verdict.ts';

/** One large file against curl, many small ones against the sandbox's own ceiling. */
export async function benchSending(): Promise<BenchRow[]> {
  return [...(await benchLargeFile()), await benchManyFiles()];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  printRows(await benchSending());
}
