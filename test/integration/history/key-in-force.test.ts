import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openChain } from '../../../main/platform/chain/chain.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';
import { insertSubmissionRow } from '../store/rows.ts';

it('submissions that are written while the first key is taken are intact', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-key-'));
  const vaultFolder = new VaultFolder();
  const clock = () => new Date('2026-11-21T10:00:00.000Z');
  const store = await openStore(dataFolder, clock);
  const vault = await vaultFolder.open();
  const places = { dataFolder, stateFolder: null };
  const chain = await openChain({ ...places, store, vault, clock, log: vaultFolder.log });
  onTestFinished(async () => {
    await chain.close();
    await vault.close();
    await store.close();
    vaultFolder.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const ids: string[] = [];
  const write = () =>
    store.queries.transaction().execute(async (transaction) => {
      for (let each = 0; each < 20; each += 1) {
        const id = `submission-${ids.length}`;
        await insertSubmissionRow(transaction, { id });
        ids.push(id);
        await setImmediate();
      }
    });
  await write();

  let isTended = false;
  const tended = chain.tend().finally(() => {
    isTended = true;
  });
  while (!isTended) await write();
  await tended;

  expect((await chain.state()).seals).toBe(true);
  expect(ids.filter((id) => !chain.isIntact(id))).toEqual([]);
});
