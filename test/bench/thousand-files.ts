import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { prepareOffice, writeQuarter } from './window/office.ts';
import {
  readFirstVerdict,
  readWindow,
  type WindowFigures,
  watchPage,
} from './window/page-watch.ts';
import { findChromium, firstAddress, spawnServing } from './window/serve.ts';

/** The limits for a whole quarter in one drop. */
export const quarterPromise = {
  firstVerdictMs: 1000,
  longestTaskMs: 50,
  aboveIdleMb: 300,
} as const;

interface Phase extends WindowFigures {
  readonly phase: string;
  readonly aboveIdleMb: number;
  /** Of the whole process: anonymous pages, the main thread's heap, and buffers outside it. */
  readonly anonymousMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  readonly loopDelayMs: number;
}

/**
 * How long the folder is over the window before the drop, as with a quick hand. Times count from
 * the drop.
 */
const enterToDropMs = 150;

/** How the folder comes in: dropped, or chosen in the browser's dialog. */
type HandOver = 'drop' | 'dialog';

/**
 * A thousand files of 98 kB of 150 companies in a folder through the real window: taken in,
 * checked, queued and sent to a sandbox in another process. Measures, phase by phase, the first
 * verdict, the window's frames and longest task, the serving process's memory above idle and the
 * worst delay of its main thread.
 */
export async function benchThousandFiles(files = 1000, handOver: HandOver = 'drop'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-quarter-'));
  const office = await prepareOffice(folder);
  const meanBytes = writeQuarter(join(folder, 'quarter'), files);
  const watchFile = join(folder, 'watch.ndjson');
  const serving = spawnWatched(join(folder, 'data'), watchFile);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
    await watchPage(page);
    await new WindowPage(page).open(await firstAddress(serving));
    await page.waitForTimeout(3000);
    const idleMb = Math.max(...readWatch(watchFile, 0).map(({ rssMb }) => rssMb));
    await readWindow(page);
    const { phases, firstVerdictMs } = await work(page, {
      folder,
      files,
      watchFile,
      idleMb,
      handOver,
    });
    console.log(
      `${files} files of ${(meanBytes / 1000).toFixed(0)} kB, ${handOver}; idle ${idleMb.toFixed(0)} MB; first verdict after ${firstVerdictMs.toFixed(0)} ms`,
    );
    console.table(phases.map(rounded));
    printBeyond(phases, firstVerdictMs);
  } finally {
    await browser.close();
    serving.kill('SIGKILL');
    await office.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Ground {
  readonly folder: string;
  readonly files: number;
  readonly watchFile: string;
  readonly idleMb: number;
  readonly handOver: HandOver;
}

async function work(page: Page, { folder, files, watchFile, idleMb, handOver }: Ground) {
  const submit = new SubmitPage(page);
  const phases: Phase[] = [];
  const phase = async (name: string, run: () => Promise<void>) => {
    const startedAt = Date.now();
    await readWindow(page);
    await run();
    const window = await readWindow(page);
    const lines = readWatch(watchFile, startedAt);
    const worst = (of: (line: WatchLine) => number) => Math.max(0, ...lines.map(of));
    phases.push({
      phase: name,
      ...window,
      aboveIdleMb: worst(({ rssMb }) => rssMb - idleMb),
      anonymousMb: worst(({ anonymousMb }) => anonymousMb),
      heapMb: worst(({ heapMb }) => heapMb),
      externalMb: worst(({ externalMb }) => externalMb),
      loopDelayMs: worst(({ delayMs }) => delayMs),
    });
  };
  const limit = { timeout: 600_000 };
  const countIn = (tab: 'ready' | 'sent', count: number) =>
    submit.tab(tab).getByText(countPattern(count)).waitFor(limit);
  await phase('take in and check', async () => {
    if (handOver === 'drop')
      await new WindowPage(page).dropPaths([join(folder, 'quarter')], enterToDropMs);
    else await submit.chooseFolder(join(folder, 'quarter'));
    await countIn('ready', files);
  });
  await phase('queue', async () => {
    await submit.sendButton.click();
    await submit.progress.waitFor(limit);
  });
  await phase('send', async () => {
    await submit.foot.waitFor(limit);
  });
  await phase('rest', () => page.waitForTimeout(2000));
  return { phases, firstVerdictMs: await readFirstVerdict(page) };
}

/** `1000`, with any grouping of digits. */
function countPattern(count: number): RegExp {
  return new RegExp(`^${[...String(count)].join('[., ]?')}$`);
}

/** The serving process reports its memory and its delays. */
function spawnWatched(dataFolder: string, watchFile: string): ChildProcess {
  const watch = fileURLToPath(new URL('./window/process-watch.mjs', import.meta.url));
  return spawnServing(dataFolder, {
    node: ['--import', watch],
    env: { ZUBI_BENCH_WATCH: watchFile },
  });
}

interface WatchLine {
  readonly at: number;
  readonly rssMb: number;
  readonly anonymousMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
  readonly delayMs: number;
}

function readWatch(file: string, since: number): WatchLine[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .slice(0, -1)
    .map((line) => JSON.parse(line) as WatchLine)
    .filter(({ at }) => at >= since);
}

function rounded({ phase, ...figures }: Phase) {
  const numbers = Object.entries(figures).map(
    ([name, value]) => [name, Math.round(value)] as const,
  );
  return { phase, ...Object.fromEntries(numbers) };
}

function printBeyond(phases: readonly Phase[], firstVerdictMs: number): void {
  const { longestTaskMs: maxTaskMs, aboveIdleMb } = quarterPromise;
  if (firstVerdictMs > quarterPromise.firstVerdictMs)
    console.log(`beyond: first verdict ${firstVerdictMs} ms`);
  for (const each of phases) {
    if (each.maxTaskMs > maxTaskMs)
      console.log(`beyond: ${each.phase}, longest task ${each.maxTaskMs} ms`);
    if (each.aboveIdleMb > aboveIdleMb)
      console.log(`beyond: ${each.phase}, ${each.aboveIdleMb.toFixed(0)} MB above idle`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await benchThousandFiles(
    Number(process.argv[2] ?? 1000),
    process.argv[3] === 'dialog' ? 'dialog' : 'drop',
  );
}
