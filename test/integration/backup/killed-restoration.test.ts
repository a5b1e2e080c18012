import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { rounds } from '../../rounds.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { send } from './filing.ts';

const count = async (office: Office) => (await office.call('submissions.list', {})).total;

it('a killed restoration has happened or not, at any moment, and nothing is lost', async () => {
  const office = await openPractisingOffice();
  await send(office, 1);
  const made = await office.call('backup.create', {});
  await send(office, 2);
  await office.app.close();
  const script = fileURLToPath(new URL('./restorer.ts', import.meta.url));
  const outcomes = new Set<number>();
  for (let round = 0; round < 16; round += rounds(7, 1)) {
    // The restorer kills itself after that many steps of the file system.
    const child = spawn(process.execPath, [script, office.dataFolder, made.id, String(round)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'exit');
    const again = await office.restart();
    const total = await count(again);
    expect([1, 2]).toContain(total);
    outcomes.add(total);
    expect((await again.call('backup.check', {})).submissions).toBe(total);
    if (total === 1) {
      const { backups } = await again.call('backup.list', {});
      const aside = backups.find(({ kind }) => kind === 'set_aside');
      await again.call('backup.restore', { id: aside?.id ?? '' });
      expect(await count(again)).toBe(2);
    }
    await again.app.close();
  }
  expect([...outcomes].sort()).toEqual([1, 2]);
});
