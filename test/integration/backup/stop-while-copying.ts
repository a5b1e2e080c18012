import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZubiError } from '../../../contract/errors.ts';
import { runBackupTask } from '../../../main/backup/run-task.ts';
import { keepDocument } from '../../../main/store/documents.ts';
import { openStore } from '../../../main/store/store.ts';

// Run as a process of its own: a thread that is ended inside SQLite takes the whole process with it, and not at each moment. Prints how many copies
// were made and how many were given up without a trace.
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
for (let waitMs = 0; waitMs <= 300; waitMs += 5) {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), waitMs);
  try {
    await runBackupTask({ kind: 'copy', from: join(folder, 'zubi.db'), to: copied }, stopping.signal);
    rmSync(copied);
    ends.whole += 1;
  } catch (error) {
    if (!(error instanceof ZubiError && error.details.cause === 'ended')) throw error;
    if (existsSync(copied)) throw error;
    ends.givenUp += 1;
  }
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(ends));
