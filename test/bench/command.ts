import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stateFolderOf } from '../fixtures/state-folder.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { type BenchRow, printRows } from './verdict.ts';

const xmllint = '/usr/bin/xmllint';
const command = fileURLToPath(new URL('../../scripts/zubi.mjs', import.meta.url));
const schemaFile = fileURLToPath(new URL('../../xsd/2022-01/240-received.xsd', import.meta.url));

interface Batch {
  readonly name: string;
  readonly files: number;
  readonly records: number;
}

const batches: readonly Batch[] = [
  { name: 'whole command, 8 files of 10,000 records', files: 8, records: 10_000 },
  { name: 'whole command, 1,000 files of 100 records', files: 1000, records: 100 },
];

/**
 * `zubi validate` as a whole command, all layers, against `xmllint --schema` on the same files in
 * one process.
 */
export async function benchCommand(rounds = 3): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const batch of batches) rows.push(measure(batch, rounds));
  return rows;
}

function measure({ name, files, records }: Batch, rounds: number): BenchRow {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-bench-'));
  try {
    const paths = Array.from({ length: files }, (_, index) => {
      const path = join(folder, `${String(index).padStart(4, '0')}.xml`);
      writeFileSync(
        path,
        makeDocument('240-received', { seed: 1 + (index % 50), records, layout: 'line' }),
      );
      return path;
    });
    const ours: number[] = [];
    const others: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const own = timed(process.execPath, [command, 'validate', '--json', folder]);
      const other = existsSync(xmllint)
        ? timed(xmllint, ['--noout', '--schema', schemaFile, ...paths])
        : null;
      // The first round warms the caches of both.
      if (round === 0) continue;
      ours.push(own);
      if (other !== null) others.push(other);
    }
    const own = median(ours);
    if (others.length === 0)
      return { name, ours_ms: own, other: null, other_ms: null, ratio: null };
    const other = median(others);
    return { name, ours_ms: own, other: 'xmllint --schema', other_ms: other, ratio: own / other };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Milliseconds of one run; a command that does not find every file good has not done the same work.
 */
function timed(program: string, args: readonly string[]): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ZUBI_STATE: stateFolderOf(tmpdir()) },
    maxBuffer: 2 ** 28,
  });
  const passed = performance.now() - started;
  if (status !== 0)
    throw new Error(`${program} ended with ${status}: ${stderr.toString().slice(0, 300)}`);
  return passed;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  printRows(await benchCommand());
}
