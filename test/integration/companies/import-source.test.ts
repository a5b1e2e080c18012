import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConnectedOffice } from './relay.ts';

describe('what is handed over as a table', () => {
  it.skipIf(process.platform === 'win32')('is a file: a pipe or a device is refused at once', async () => {
    const { office } = await openConnectedOffice();
    const pipe = join(office.dataFolder, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero', office.dataFolder]) {
      const taken = await office.app.takeFile({ name: 'tabla.csv', path });
      if (!taken.ok) throw new Error(taken.error.code);
      const { code, details } = await office.refused('companies.importPreview', taken.value);
      expect([code, details]).toEqual(['file_unreadable', { cause: 'not_a_file', name: 'tabla.csv' }]);
    }
  });

  it('costs no more than the limit, whatever size it had when it was taken', async () => {
    const { office } = await openConnectedOffice();
    const path = join(office.dataFolder, 'grows.csv');
    writeFileSync(path, 'NIF\n');
    const taken = await office.app.takeFile({ name: 'tabla.csv', path });
    if (!taken.ok) throw new Error(taken.error.code);
    truncateSync(path, 20 * 1024 * 1024 + 1);
    expect(await office.refused('companies.importPreview', taken.value)).toMatchObject({
      code: 'import_too_large',
      details: { what: 'file' },
    });
  });
});
