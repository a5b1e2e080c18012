import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../main/platform/db/store.ts';
import type { Errand } from '../../crash/death.ts';
import { furnish, openDesk, startOutsideSandbox } from '../../crash/desk.ts';
import { canWatchCalls, type SystemCall, watchCalls } from '../../crash/system-calls.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';

const taxpayer = { taxId: companyTaxId('B', 9_660_001), name: 'Diskoa SL' };
const scriptOf = (name: string) =>
  fileURLToPath(new URL(`../../crash/${name}.ts`, import.meta.url));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-flushed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether the write-ahead log was written, and none of it still waits to be flushed. */
function isOnDisk(calls: readonly SystemCall[]): boolean {
  const log = calls.filter(({ file }) => file.endsWith('zubi.db-wal'));
  const lastWrite = log.findLastIndex(({ kind }) => kind === 'write');
  return lastWrite >= 0 && log.findLastIndex(({ kind }) => kind === 'flush') > lastWrite;
}

describe('Q3: acknowledged data is on the disk', () => {
  it('by the setting of the working connection, read back from it', async () => {
    const store = await openStore(newFolder(), () => new Date());
    onTestFinished(() => store.close());
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.queries);
    // FULL: the log is flushed at each commit, not only at a checkpoint.
    expect(rows).toEqual([{ synchronous: 2 }]);
  });

  it.skipIf(!canWatchCalls)(
    'by the system calls: each commit flushes the log before it is reported',
    async () => {
      const commits = 30;
      const calls = await watchCalls(scriptOf('history-writer'), [newFolder(), String(commits)]);
      const told = calls.flatMap(({ text }, index) => (/^, "\d+\\n"/.test(text) ? [index] : []));
      expect(told).toHaveLength(commits);
      const between = told.map((end, index) => calls.slice(told[index - 1] ?? 0, end));
      expect(between.map(isOnDisk)).toEqual(Array(commits).fill(true));
    },
  );

  it.skipIf(!canWatchCalls)(
    'H1: the intent of a submission is recorded before its first byte is sent',
    async () => {
      const [dataFolder, sandbox] = [newFolder(), await startOutsideSandbox(shareValidator())];
      onTestFinished(async () => {
        await sandbox.close();
        rmSync(sandbox.folder, { recursive: true, force: true });
      });
      const desk = await openDesk(dataFolder, { validator: shareValidator() });
      await furnish(desk, sandbox, [taxpayer]);
      const bytes = new TextEncoder().encode(
        makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
      );
      const taken = await desk.app.takeFile({ name: 'a.xml', bytes });
      const fileIds = taken.ok ? [taken.value.fileId] : [];
      await desk.call('submissions.check', { fileIds });
      await desk.app.close();

      const errand: Errand = { dataFolder, fileIds, does: 'send', diesAt: { killed: true } };
      const calls = await watchCalls(scriptOf('die-at'), [JSON.stringify(errand)]);
      const leaves = calls.findIndex(({ text }) => text.includes('"POST /'));
      expect(leaves).toBeGreaterThan(0);
      expect(isOnDisk(calls.slice(0, leaves))).toBe(true);
      expect((await sandbox.reached()).size).toBe(1);
    },
  );
});
