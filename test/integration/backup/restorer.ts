import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * A process of its own that restores a copy and is killed at its n-th renaming, opening or flushing
 * of a file of the main thread.
 */
const [, , dataFolder = '', id = '', steps = '0'] = process.argv;
let left = Number.POSITIVE_INFINITY;
for (const name of ['renameSync', 'fsyncSync', 'rmSync', 'mkdirSync'] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (left-- <= 0) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    },
  });
}
syncBuiltinESMExports();

const { createApp } = await import('../../../main/app.ts');
const { stateFolderOf } = await import('../../fixtures/state-folder.ts');
const { createKeyFileSealer } = await import('../../../main/platform/secrets/key-file-sealer.ts');
const clock = () => new Date();
const app = await createApp({
  dataFolder,
  stateFolder: stateFolderOf(dataFolder),
  face: 'command_line',
  version: '0.0.0-test',
  sandbox: null,
  sealers: [createKeyFileSealer({ dataFolder, clock })],
});
left = Number(steps) * 2;
await app.call('backup.restore', { id });
await app.close();
