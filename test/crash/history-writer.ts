import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../main/platform/db/store.ts';
import { commitsOf, readState, writeCommit } from './written-history.ts';

/** Makes commit after commit and reports each acknowledged one, until it is killed or done. */
const [, , folder = '', most = '2000'] = process.argv;
const store = await openStore(folder, () => new Date());
const first = commitsOf(readState(join(folder, 'zubi.db'))) + 1;
for (let commit = first; commit < first + Number(most); commit += 1) {
  await writeCommit(store.queries, commit);
  writeSync(1, `${commit}\n`);
}
await store.close();
