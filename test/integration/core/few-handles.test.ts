import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = fileURLToPath(new URL('./few-handles-run.ts', import.meta.url));

it.skipIf(process.platform === 'win32')(
  'the error names exhausted file descriptors: of a file, the network, the database',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-few-'));
    try {
      const command = 'ulimit -n 200; exec "$0" "$1" "$2"';
      const args = ['-c', command, process.execPath, run, folder];
      const { stdout } = await promisify(execFile)('sh', args);
      const few = 'too_many_open_files';
      expect(JSON.parse(stdout)).toEqual({ file: few, network: few, database: few, after: 'ok' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
