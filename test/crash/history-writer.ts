import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../main/platform/db/store.ts';
import { commitsOf, readState, writeCommit } from './written-history.ts';

/**
 * Writes commit after commit and tells each one that was acknowledged, until it is killed or has
 * made as many as it should.
 */
const [, , folder = '', most = '2000'] = process.argv;
const store = await openStore(folder, () => new Date());
const first = commitsOf(readState(join(folder, 'zubi.db'))) + 1;
for (let commit = first; commit < first + Number(most); commit += 1) {
  await writeCommit(store.queries, commit);
  writeSync(1, `${commit}\n`);
}
await store.close();
