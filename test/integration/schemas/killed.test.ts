import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSchemaLibrary } from '../../../main/features/schemas/library.ts';
import { rounds } from '../../rounds.ts';

const script = fileURLToPath(new URL('./install-and-die.ts', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-killed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function installIn(dataFolder: string, fatalCall: number) {
  return spawnSync(process.execPath, [script, dataFolder, String(fatalCall)], { encoding: 'utf8' });
}

function look(dataFolder: string) {
  const library = openSchemaLibrary({ dataFolder, clock: () => new Date(), mayChange: true });
  const state = {
    ids: library.packages().map(({ id }) => id),
    choices: library.choices().length,
    faults: library.faults(),
  };
  return { ...state, onDisk: readdirSync(join(dataFolder, 'schemas')).sort() };
}

it('an installation that is killed at any write has happened whole, or not at all', () => {
  const whole = join(folder, 'whole');
  const { stdout, stderr } = installIn(whole, 0);
  const calls = Number(stdout);
  expect(calls, stderr).toBeGreaterThan(30);
  const installed = look(whole);
  expect(installed).toMatchObject({ choices: 1, faults: [] });
  const id = installed.ids[1] ?? '';
  expect(installed.onDisk).toEqual(['installed.json', id]);

  // Each of the last writes, which write the list, and some before.
  const fatal = Array.from({ length: calls }, (_, at) => at + 1).filter(
    (at) => at > calls - rounds(6, 12) || at % rounds(20, 4) === 1,
  );
  const outcomes = fatal.map((at) => {
    const dataFolder = join(folder, String(at));
    expect(installIn(dataFolder, at).signal, `call ${at}`).toBe('SIGKILL');
    const { ids, choices, faults, onDisk } = look(dataFolder);
    expect(faults).toEqual([]);
    const whole = ids.includes(id);
    expect([ids.length, choices, onDisk]).toEqual(
      whole ? [2, 1, ['installed.json', id]] : [1, 0, []],
    );
    return whole;
  });
  console.log(
    `killed at ${outcomes.length} of ${calls} writes: ${outcomes.filter((each) => each).length} installed, the others not`,
  );
  expect(outcomes[0]).toBe(false);
  // An installation that dies later loses no installed package.
  expect(outcomes).toEqual(outcomes.toSorted());
  const again = join(folder, '1');
  installIn(again, 0);
  expect(look(again).ids).toEqual(installed.ids);
});
