import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openOffice } from './office.ts';

it('a start that fails because of its keys releases the folder, so that the next one can repair it', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-failed-start-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const secrets = join(dataFolder, 'secrets.json');
  // For any reader, this name leads nowhere.
  symlinkSync('secrets.json', secrets);
  await expect(openOffice({ dataFolder })).rejects.toMatchObject({
    code: 'data_folder_not_writable',
    details: { file: 'secrets.json', reason: 'ELOOP' },
  });
  rmSync(secrets);
  const office = await openOffice({ dataFolder });
  expect(office.app.ownsDataFolder).toBe(true);
  await office.call('connection.useSandbox', {});
  expect(existsSync(secrets)).toBe(true);
});

const file = fileURLToPath(import.meta.url);

it.each(['/proc/zubi', '/proc/zubi/data', join(file, 'data')])(
  'a place where no folder can be made is reported at once: %s',
  async (dataFolder) => {
    await expect(openOffice({ dataFolder })).rejects.toMatchObject({
      code: 'data_folder_not_writable',
    });
  },
);
