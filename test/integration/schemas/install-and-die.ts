import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Run as a process of its own: installs the published files in the given data folder, and kills
// itself at the n-th call that writes.
const [dataFolder = '', fatalCall = '0'] = process.argv.slice(2);
let calls = 0;
for (const name of [
  'mkdirSync',
  'openSync',
  'writeSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'rmSync',
] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (!started) return real(...args);
      calls += 1;
      if (calls === Number(fatalCall)) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    },
  });
}
let started = false;
syncBuiltinESMExports();

const { openSchemaLibrary } = await import('../../../main/features/schemas/library.ts');
const { recognisePackage } = await import('../../../main/features/schemas/recognise.ts');
const { formsOf } = await import('../../../main/features/schemas/choices.ts');
const { known, publishedFiles } = await import('../../unit/schemas/published.ts');
const library = openSchemaLibrary({ dataFolder, clock: () => new Date(), mayChange: true });
const content = recognisePackage(publishedFiles(), { known, validFrom: '2027-01-01' });
started = true;
const choice = { forms: formsOf(content), fiscalYears: null, from: null };
library.install(content, { source: 'folder', sourceName: 'published' }, choice);
started = false;
process.stdout.write(`${calls}\n`);
