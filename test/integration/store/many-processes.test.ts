import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { openConnection } from '../../../main/platform/db/connection.ts';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { furnish, openDesk, startOutsideSandbox } from '../../crash/desk.ts';
import { openLine } from '../../crash/line.ts';
import { addSecondStep } from '../../fixtures/second-step.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { sampled } from '../../rounds.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const taxpayer = { taxId: companyTaxId('B', 9_670_001), name: 'Lehiakide SL' };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-rivals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A process that begins on command. */
class Rival {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown[]>;
  #said = '';
  #tell = (): void => {};

  constructor(args: readonly string[]) {
    const script = fileURLToPath(new URL('../../crash/rival.ts', import.meta.url));
    this.#child = spawn(process.execPath, [script, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#exited = once(this.#child, 'exit');
    this.#child.stdout?.on('data', (part: Buffer) => {
      this.#said += String(part);
      this.#tell();
    });
    this.#child.once('exit', () => this.#tell());
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  async says(word: string): Promise<void> {
    while (!this.#said.includes(word)) {
      if (this.#child.exitCode !== null) throw new Error(`it ended before it said ${word}`);
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    }
  }

  go(): void {
    this.#child.stdin?.write('go\n');
  }

  /** The count of each end of its tries; fails the test when the process did not end in order. */
  async endings(): Promise<Record<string, number>> {
    expect(await this.#exited).toEqual([0, null]);
    return JSON.parse(this.#said.trim().split('\n').at(-1) ?? '') as Record<string, number>;
  }
}

/** All of them at once. */
async function begin(rivals: readonly Rival[]): Promise<void> {
  await Promise.all(rivals.map((rival) => rival.says('ready')));
  for (const rival of rivals) rival.go();
}

/** So many at once; the sum of their counts. */
async function race(rivals: readonly Rival[]): Promise<Record<string, number>> {
  await begin(rivals);
  return sum(rivals);
}

async function sum(rivals: readonly Rival[]): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const rival of rivals) {
    for (const [ending, times] of Object.entries(await rival.endings()))
      all[ending] = (all[ending] ?? 0) + times;
  }
  return all;
}

const rivals = (count: number, ...args: readonly string[]) =>
  Array.from({ length: count }, () => new Rival(args));

describe('H7: one document, two processes, fifty tries each', () => {
  it('is one request, whichever process owns the data folder', async () => {
    const [dataFolder, sandbox] = [newFolder(), await startOutsideSandbox(shareValidator())];
    const line = await openLine(sandbox.baseUrl);
    onTestFinished(async () => {
      await line.close();
      await sandbox.close();
      rmSync(sandbox.folder, { recursive: true, force: true });
    });
    const desk = await openDesk(dataFolder, { validator: shareValidator() });
    await furnish(desk, { ...sandbox, baseUrl: line.baseUrl }, [taxpayer]);
    const bytes = new TextEncoder().encode(
      makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
    );
    const taken = await desk.app.takeFile({ name: 'a.xml', bytes });
    const fileId = taken.ok ? taken.value.fileId : '';
    await desk.call('submissions.check', { fileIds: [fileId] });
    await desk.app.close();
    line.takeLeft();

    // The first request ends after all tries: afterwards a confirmed one would be another.
    const release = line.holdAnswers();
    const two = rivals(2, 'send', dataFolder, '50', fileId);
    await begin(two);
    await Promise.all(two.map((rival) => rival.says('tried')));
    release();
    const endings = await sum(two);
    expect(endings, JSON.stringify(endings)).toMatchObject({ sent: 1, data_folder_in_use: 50 });
    const {
      sent,
      data_folder_in_use,
      sent_before = 0,
      file_already_queued = 0,
      ...others
    } = endings;
    expect([sent_before + file_already_queued, others]).toEqual([49, {}]);
    expect(line.takeLeft().match(/^POST /gm)).toHaveLength(1);
    expect([...(await sandbox.reached()).values()]).toEqual([1]);
  });

  it('is being sent only once, by the index of the history itself', async () => {
    const folder = newFolder();
    await (await openStore(folder, clock)).close();
    expect(await race(rivals(2, 'same', folder, '50'))).toEqual({
      written: 1,
      SQLITE_CONSTRAINT_UNIQUE: 99,
    });
  });
});

describe('Q10: several processes on one data folder', () => {
  it.each(sampled([1, 2, 3], 1))(
    'four at the same moment, at the first start: one owns it, the others are refused (%i)',
    async () => {
      const folder = newFolder();
      const four = rivals(4, 'open', folder);
      await Promise.all(four.map((rival) => rival.says('ready')));
      for (const rival of four) rival.go();
      await Promise.all(four.map((rival) => rival.says('had\nready')));
      for (const rival of four) rival.go();
      expect(await sum(four)).toEqual({ owns: 1, data_folder_in_use: 3 });
      expect(checkHistory(join(folder, 'zubi.db'), 'full')).toMatchObject({ submissions: 0 });
    },
  );

  it('of two at the same moment, one owns it', async () => {
    const pair = rivals(2, 'take', newFolder(), '50');
    for (let round = 1; round <= 50; round += 1)
      for (const word of ['round', 'tried']) {
        await Promise.all(pair.map((rival) => rival.says(`${word} ${round}\n`)));
        for (const rival of pair) rival.go();
      }
    expect(await sum(pair)).toEqual({ owns: 50, refused: 50 });
  });

  it('three that write at the same time wait for each other: nothing is refused, nothing lost', async () => {
    const folder = newFolder();
    await (await openStore(folder, clock)).close();
    expect(await race(rivals(3, 'own', folder, '30'))).toEqual({ written: 90 });
    const store = await openStore(folder, clock);
    onTestFinished(() => store.close());
    expect(await store.queries.selectFrom('submissions').select('id').execute()).toHaveLength(90);
  });

  it('a process that does not own the folder waits for the first history, and makes none', async () => {
    const folder = newFolder();
    const second = openStore(folder, clock, { owns: false });
    const first = await openStore(folder, clock);
    onTestFinished(() => first.close());
    const store = await second;
    onTestFinished(() => store.close());
    expect(await store.queries.selectFrom('submissions').select('id').execute()).toEqual([]);
    expect(readdirSync(folder)).not.toContain('zubi.db.new');
  });

  it('a process that does not own the folder leaves an older history unchanged, and a deleted one missing', async () => {
    const folder = newFolder();
    const path = join(folder, 'zubi.db');
    const database = openConnection(path, { mustExist: false });
    await migrate(database, migrations, join(folder, 'unused.db'));
    onTestFinished(addSecondStep());
    const older = database.pragma('user_version', { simple: true });
    database.close();
    const refused = { code: 'data_folder_in_use', details: { version: older } };
    await expect(openStore(folder, clock, { owns: false })).rejects.toMatchObject(refused);
    expect(checkHistory(path, 'full').version).toBe(older);
    await (await openStore(folder, clock)).close();
    await (await openStore(folder, clock, { owns: false })).close();

    const other = newFolder();
    await (await openStore(other, clock)).close();
    rmSync(join(other, 'zubi.db'));
    const missing = { code: 'database_damaged', details: { cause: 'missing' } };
    await expect(openStore(other, clock, { owns: false })).rejects.toMatchObject(missing);
    expect(existsSync(join(other, 'zubi.db'))).toBe(false);
  });
});
