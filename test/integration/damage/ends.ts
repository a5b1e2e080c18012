import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openOffice } from '../core/office.ts';

/** A copy of a folder, removed with the test. */
export function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'zubi-damage-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/**
 * Opens the application on a damaged folder and requires one of two ends. `work`: a list is read
 * and something is written. `recovery`: it gives the reason, and an empty history can be begun,
 * which works. Anything else fails the test.
 */
export async function findEnd(dataFolder: string): Promise<'work' | 'recovery'> {
  const office = await openOffice({ dataFolder });
  const check = await office.app.call('backup.check', {});
  const { recovery } = await office.call('app.status', {});
  if (!check.ok && recovery === undefined) expect(check.error.code).toBe('database_damaged');
  const hasWayBack = recovery !== undefined || !check.ok;
  if (hasWayBack) {
    const { setAside } = await office.call('backup.restore', { id: 'new' });
    expect(setAside).not.toBeNull();
  }
  await office.call('submissions.list', {});
  await office.call('submissions.pause', {});
  await office.call('submissions.resume', {});
  await office.app.close();
  return hasWayBack ? 'recovery' : 'work';
}
