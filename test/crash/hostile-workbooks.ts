import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZubiError } from '../../contract/errors.ts';
import { importLimits } from '../../main/features/companies/import/table/limits.ts';
import { createTableReader } from '../../main/features/companies/import/table/table-reader.ts';
import { fullSize, hostileWorkbooks } from '../fixtures/workbooks/hostile.ts';
import { companyRow, companySheet, makeWorkbook } from '../fixtures/workbooks/make-workbook.ts';

/*
 * Reads every hostile workbook as an import does, each in a process of its own, and prints its time
 * and the size of the process:
 *
 * node test/crash/hostile-workbooks.ts
 *
 * Ends with 1 where one took more than 2 s or 512 MB, or was stopped. Run it while nothing else
 * works; the largest accepted table is printed, too, without a limit.
 */

const limits = { ms: 2000, megabytes: 512 };

interface Told {
  readonly outcome: string;
  readonly ms: number;
  /** Processor time of all threads, which counts where others work too. */
  readonly cpuMs: number;
  readonly megabytes: number;
  readonly gapMs: number;
}

async function readOne(path: string): Promise<Told> {
  const bytes = new Uint8Array(readFileSync(path));
  const start = performance.now();
  const cpu = process.cpuUsage();
  let [last, gapMs] = [start, 0];
  const timer = setInterval(() => {
    gapMs = Math.max(gapMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const outcome = await createTableReader()({ bytes }).then(
    ({ rows }) => `read ${rows.length}`,
    (error: unknown) =>
      error instanceof ZubiError ? `${error.code} ${JSON.stringify(error.details)}` : 'thrown',
  );
  clearInterval(timer);
  const ms = Math.round(performance.now() - start);
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = Math.round((user + system) / 1000);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  return { outcome, ms, cpuMs, megabytes, gapMs: Math.round(gapMs) };
}

/** Whether it is within the limits. */
async function measure(name: string, bytes: Uint8Array, isHeld: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-hostile-'));
  try {
    const path = join(folder, 'a.xlsx');
    writeFileSync(path, bytes);
    const child = fork(import.meta.filename, [path]);
    const told = await Promise.race([
      once(child, 'message').then(([message]) => message as Told),
      once(child, 'exit').then(() => null),
    ]);
    const kib = Math.round(bytes.byteLength / 1024);
    console.log(name, kib, 'KiB', told === null ? 'ended the program' : JSON.stringify(told));
    const isStopped = told === null || /stopped|thrown/.test(told.outcome);
    return !isHeld || (!isStopped && told.ms <= limits.ms && told.megabytes <= limits.megabytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function largestTable(): Uint8Array {
  const cell = '<c t="s"><v>0</v></c>';
  const row = `<row>${cell.repeat(importLimits.columns)}</row>`;
  return makeWorkbook({
    sheets: [companySheet(companyRow + row.repeat(importLimits.rows - 1))],
    strings: '<si><t>0123456789</t></si>',
    more: [{ name: 'x.bin', content: randomBytes(1_000_000) }],
  });
}

async function measureAll(): Promise<void> {
  let missed = 0;
  for (const [name, make] of Object.entries(hostileWorkbooks(fullSize)))
    if (!(await measure(name, make(), true))) missed += 1;
  await measure('the largest table that is taken', largestTable(), false);
  console.log(`${missed} took more than ${limits.ms} ms or ${limits.megabytes} MB`);
  process.exitCode = missed === 0 ? 0 : 1;
}

const [path] = process.argv.slice(2);
if (path === undefined) await measureAll();
else process.send?.(await readOne(path));
