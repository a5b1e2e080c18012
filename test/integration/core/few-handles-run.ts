import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { openApp } from '../../../main/hosts/host.ts';
import { toStoreError } from '../../../main/platform/db/errors.ts';

/** Run apart, with few file descriptors: takes them all, and prints the errors then. */
const [folder = ''] = process.argv.slice(2);
const options = { face: 'command_line' } as const;
const app = await openApp({ ...options, dataFolder: join(folder, 'a') });
await app.call('connection.set', { baseUrl: 'http://127.0.0.1:9', userApiKey: 'made-up-key' });

const held: number[] = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch {
  // None is left.
}
const codeOf = (reply: { ok: boolean; error?: { code: string } }) => reply.error?.code ?? 'ok';
const bytes = Buffer.from('<a/>');
const said = {
  file: codeOf(await app.takeFile({ name: 'a.xml', bytes })),
  network: codeOf(await app.call('connection.test', {})),
  database: openDatabase(),
};
for (const descriptor of held) closeSync(descriptor);
const after = codeOf(await app.takeFile({ name: 'a.xml', bytes }));
await app.close();
process.stdout.write(JSON.stringify({ ...said, after }));

function openDatabase(): string {
  try {
    new Database(join(folder, 'new.db')).close();
    return 'ok';
  } catch (error) {
    const known = toStoreError(error);
    return known instanceof ZubiError ? known.code : String(error);
  }
}
