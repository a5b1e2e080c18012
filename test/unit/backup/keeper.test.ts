import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCopy } from '../../../main/features/backup/copies.ts';
import { createBackupKeeper } from '../../../main/features/backup/keeper.ts';
import { createMemoryLog } from '../../fixtures/secrets/vault-folder.ts';

// Only the fault is made up: not every machine has such a disk.
vi.mock('../../../main/features/backup/copies.ts', async (original) => ({
  ...(await original<typeof import('../../../main/features/backup/copies.ts')>()),
  makeCopy: vi.fn(),
}));

describe('an automatic copy that fails', () => {
  it.each([
    ['ENOSPC', 'disk_full', 0],
    ['EACCES', 'data_folder_not_writable', 0],
    ['SQLITE_CORRUPT_INDEX', 'database_damaged', 1],
    ['EIO', 'internal', 0],
  ])('with %s is logged as %s', async (said, code, damages) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-keeper-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    vi.mocked(makeCopy).mockRejectedValue(
      Object.assign(new Error('at /home/someone'), { code: said }),
    );
    const log = createMemoryLog();
    const onDamage = vi.fn();
    const emit = vi.fn();
    const clock = () => new Date('2026-11-21T10:00:00.000Z');
    const keeper = createBackupKeeper({
      dataFolder,
      clock,
      log,
      onDamage,
      emit,
      forCheck: () => ({ keys: [], known: null }),
    });
    keeper.batchEnded();
    await vi.waitFor(() =>
      expect(log.lines).toEqual([JSON.stringify({ event: 'backup_failed', code })]),
    );
    expect(onDamage).toHaveBeenCalledTimes(damages);
    // Told in every window until a copy is made; damage is told by recovery.
    expect(keeper.fault()?.details).toEqual(damages === 0 ? { cause: code } : undefined);
    expect(emit).toHaveBeenCalledTimes(1 - damages);
    keeper.archived();
    expect(keeper.fault()).toBeNull();
    await keeper.stop();
  });
});
