import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJsonFile } from '../../../main/platform/files/json-file.ts';
import { type WholeFileSystem, writeWholeFile } from '../../../main/platform/files/whole-file.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';
import { counterFile } from './counter-file.ts';
import { defaults, SettingsFolder } from './fixture.ts';

let folder: SettingsFolder;

beforeEach(() => {
  folder = new SettingsFolder();
});
afterEach(() => folder.remove());

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Faults at each of the calls a write makes. */
const faults: readonly [string, Partial<WholeFileSystem>, string][] = [
  [
    'open',
    {
      openSync: () => {
        throw failure('EACCES');
      },
    },
    'data_folder_not_writable',
  ],
  [
    'write',
    {
      writeSync: () => {
        throw failure('ENOSPC');
      },
    },
    'disk_full',
  ],
  [
    'quota',
    {
      writeSync: () => {
        throw failure('EDQUOT');
      },
    },
    'disk_full',
  ],
  ['write that takes nothing', { writeSync: () => 0 }, 'disk_full'],
  [
    'flush',
    {
      fsyncSync: () => {
        throw failure('EIO');
      },
    },
    'data_folder_not_writable',
  ],
  [
    'close',
    {
      closeSync: () => {
        throw failure('ENOSPC');
      },
    },
    'disk_full',
  ],
  [
    'rename',
    {
      renameSync: () => {
        throw failure('EROFS');
      },
    },
    'data_folder_not_writable',
  ],
  [
    'count that lies',
    { writeSync: ((_file: number, bytes: Uint8Array) => bytes.byteLength) as typeof fs.writeSync },
    'disk_full',
  ],
];

// holds K5, K6
describe('an atomic write', () => {
  test.each(faults)('keeps the old file when it fails at its %s', (_name, fault, code) => {
    const file = folder.open({ ...fs, ...fault } as WholeFileSystem);
    const before = JSON.stringify({ language: 'eu', officeName: 'Zubia' });
    folder.put(before);
    expect(() => file.write({ ...defaults, language: 'en' })).toThrow(
      expect.objectContaining({ code }),
    );
    expect(folder.text()).toBe(before);
    expect(folder.names()).toEqual(['settings.json']);
    expect(file.read()).toEqual(defaults);
  });

  test('continues after a partial write', () => {
    const short = ((file: number, bytes: Uint8Array, offset: number, length: number) =>
      fs.writeSync(file, bytes, offset, Math.min(length, 7))) as typeof fs.writeSync;
    writeWholeFile(folder.file, 'x'.repeat(1000), { ...fs, writeSync: short });
    expect(folder.text()).toBe('x'.repeat(1000));
  });

  test('is flushed before the rename, and the folder after it', () => {
    const calls: string[] = [];
    writeWholeFile(folder.file, 'x', {
      ...fs,
      fsyncSync: (file) =>
        void calls.push(fs.fstatSync(file).isDirectory() ? 'flush folder' : 'flush file'),
      renameSync: (from, to) => {
        calls.push('rename');
        fs.renameSync(from, to);
      },
    });
    expect(calls).toEqual(['flush file', 'rename', 'flush folder']);
  });
});

test('a full disk keeps the old file, and is reported', (context) => {
  const disk = mountSmallDisk(64);
  if (disk === null) return context.skip('no small disk can be mounted here');
  const path = join(disk.path, 'counter.json');
  const text = () => readFileSync(path, 'utf8');
  try {
    const file = createJsonFile(counterFile(path));
    file.write({ count: 1, filling: 'x'.repeat(10_000) });
    const before = text();
    for (let round = 0; round < 20; round += 1) {
      const write = () => file.write({ count: 2, filling: 'y'.repeat(60_000 + round * 1000) });
      expect(write).toThrow(expect.objectContaining({ code: 'disk_full' }));
      expect(text()).toBe(before);
    }
    expect(readdirSync(disk.path)).toEqual(['counter.json']);
    file.write({ count: 3, filling: 'z' });
    expect(createJsonFile(counterFile(path)).read().count).toBe(3);
  } finally {
    disk.remove();
  }
});

/**
 * Starts the writer, kills it after so many acknowledged writes, and returns the last reported
 * number.
 */
async function killAfter(path: string, writes: number): Promise<number> {
  const script = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    told += part;
    if (told.split('\n').length > writes) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1));
}

test('no acknowledged write is lost when its process is killed', async () => {
  const path = join(folder.path, 'counter.json');
  let acknowledged = 0;
  for (const writes of [1, 3, 10, 40, 17, 5]) {
    acknowledged = await killAfter(path, writes);
    const file = createJsonFile(counterFile(path));
    expect(file.fault()).toBeNull();
    const { count, filling } = file.read();
    expect(filling).toBe(String(count).padEnd(20_000, '.'));
    // The last write may have reached the disk without a report.
    expect(count).toBeGreaterThanOrEqual(acknowledged);
    expect(folder.names()).toEqual(['counter.json']);
  }
  expect(acknowledged).toBeGreaterThan(70);
});
