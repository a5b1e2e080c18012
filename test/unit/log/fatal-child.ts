import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hardenProcess, startForPerson } from '../../../main/platform/log/harden-process.ts';
import { createLog } from '../../../main/platform/log/log.ts';
import { LiveSecrets } from '../../../main/platform/secrets/live-secrets.ts';

/** Hardens itself, reports the result, and dies of a fault that quotes a secret. */
const [folder = '', kind = ''] = process.argv.slice(2);
const log = createLog({
  folder,
  level: 'info',
  secrets: new LiveSecrets(),
  clock: () => new Date(),
});
const before = process.umask();
hardenProcess({ log, onFatal: (code) => process.exit(code === 'ECANARY' ? 71 : 70) });
const filter =
  process.platform === 'linux' ? readFileSync('/proc/self/coredump_filter', 'utf8').trim() : '';
let theirs = before;
if (process.platform !== 'win32')
  startForPerson(() => {
    theirs = Number.parseInt(execFileSync('sh', ['-c', 'umask'], { encoding: 'utf8' }), 8);
  });
const umasks = { before, theirs, umask: process.umask() };
process.stdout.write(JSON.stringify({ ...umasks, filter, excludeEnv: process.report.excludeEnv }));
const fault = Object.assign(
  new Error('CANARY in a message'),
  kind === 'coded' ? { code: 'ECANARY' } : {},
);
if (kind === 'rejection') Promise.reject(fault);
else
  setImmediate(() => {
    throw fault;
  });
setInterval(() => undefined, 1000);
