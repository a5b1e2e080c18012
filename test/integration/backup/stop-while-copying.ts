import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZubiError } from '../../../contract/errors.ts';
import { runBackupTask } from '../../../main/features/backup/run-task.ts';
import { keepDocument } from '../../../main/platform/db/documents-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';

// Run as a process of its own: a thread that is ended inside SQLite takes the whole process with
// it, and not at each moment. Prints the numbers of finished copies and of copies given up without
// a trace. Argument: the number of moments.
const folder = mkdtempSync(join(tmpdir(), 'zubi-stop-'));
const store = await openStore(folder, () => new Date());
for (let row = 0; row < 200; row += 1) {
  const bytes = randomBytes(20_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await keepDocument(store.queries, {
    sha256,
    sizeBytes: bytes.length,
    gzip: gzipSync(bytes),
    at: '2026-11-21T09:00:00.000Z',
  });
}
await store.close();
const copied = join(folder, 'copy.db');
const ends = { whole: 0, givenUp: 0 };
const copy = async (signal?: AbortSignal) => {
  try {
    await runBackupTask({ kind: 'copy', from: join(folder, 'zubi.db'), to: copied }, signal);
    rmSync(copied);
    ends.whole += 1;
  } catch (error) {
    if (!(error instanceof ZubiError && error.details.cause === 'ended')) throw error;
    if (existsSync(copied)) throw error;
    ends.givenUp += 1;
  }
};
const started = performance.now();
await copy();
// From the first moment to some time after the end, however long a copy takes here and now.
const tookMs = performance.now() - started;
const moments = Number(process.argv[2]);
for (let moment = 0; moment < moments; moment += 1) {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), (1.3 * tookMs * moment) / moments);
  await copy(stopping.signal);
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(ends));
