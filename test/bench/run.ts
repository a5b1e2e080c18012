import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchCommand } from './command.ts';
import { benchCompanies } from './companies.ts';
import { benchHistory } from './history.ts';
import { benchQuarter } from './quarter.ts';
import { type BenchRow, benchVerdict, printRows } from './verdict.ts';

/** A bench in a process of its own sends its rows to its parent. */
async function runApart(file: string): Promise<BenchRow[]> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  const [rows] = (await Promise.race([once(child, 'message'), ended])) as [BenchRow[]];
  return rows;
}

// Every bench is a function that returns rows; a new one is added here.
printRows([
  ...(await benchVerdict()),
  ...(await benchCommand()),
  ...(await benchHistory()),
  ...(await benchCompanies()),
  ...(await benchQuarter()),
  ...(await runApart('./sending.ts')),
]);
