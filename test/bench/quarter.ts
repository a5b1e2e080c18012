import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { QuarterPage } from '../e2e/pages/quarter-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { type BenchRow, printRows } from './verdict.ts';
import { timeRows, timeTable, watchPaints } from './window/paint-watch.ts';
import { makeQuarterOffice } from './window/quarter-office.ts';
import { findChromium, firstAddress, spawnServing } from './window/serve.ts';

/** The limits for the quarter of 1,000 companies. */
const promise = { openMs: 100, filterMs: 50, startMs: 1000 } as const;
const companies = 1000;
const rounds = 10;

/**
 * The quarter of 1,000 companies in the real window: from the press to its rows painted, and from a
 * key in its search; against a plain table of all the rows, drawn by the same browser. From the
 * start of `zubi serve` to the first rows, against the start of Node itself. A folder of the
 * caller's is kept for the next time.
 */
export async function benchQuarter(kept?: string): Promise<BenchRow[]> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'zubi-bench-quarter-'));
  const data = join(folder, 'data');
  if (!existsSync(data)) await makeQuarterOffice(data, companies);
  const serving = spawnServing(data);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await watchPaints(page);
    await new WindowPage(page).open(await firstAddress(serving));
    return [await benchOpening(page), await benchFilter(page)];
  } finally {
    await browser.close();
    serving.kill('SIGKILL');
    if (kept === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Each time in a new window. */
async function benchOpening(page: Page): Promise<BenchRow> {
  const window = new WindowPage(page);
  const quarter = new QuarterPage(page);
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await window.goTo('history');
    await page.reload();
    await page.locator('#root[data-loaded]').waitFor({ state: 'attached' });
    const own = await timeRows(page, () => window.railLink('overview').click());
    await quarter.rows.first().waitFor();
    const plain = await timeTable(page, { call: true, words: '' });
    if (round === 0) continue;
    ours.push(own);
    other.push(plain);
  }
  return toRow('quarter of 1,000 companies opens', { ours, other, promiseMs: promise.openMs });
}

async function benchFilter(page: Page): Promise<BenchRow> {
  const quarter = new QuarterPage(page);
  await quarter.show('all');
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await quarter.search.fill('');
    let words = '';
    for (const letter of 'lantegi') {
      words += letter;
      ours.push(await timeRows(page, () => quarter.search.press(letter)));
      other.push(await timeTable(page, { call: false, words }));
    }
  }
  return toRow('a key in its search', { ours, other, promiseMs: promise.filterMs });
}

function toRow(
  name: string,
  {
    ours,
    other,
    promiseMs,
  }: { readonly ours: number[]; readonly other: number[]; readonly promiseMs: number },
): BenchRow {
  const [own, plain] = [median(ours), median(other)];
  const worst = Math.max(...ours);
  if (worst > promiseMs)
    console.log(`beyond ${promiseMs} ms: ${name}, ${worst.toFixed(0)} ms at worst`);
  return {
    ...{ name, ours_ms: own, other: 'a plain table of all its rows', other_ms: plain },
    ratio: own / plain,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  printRows(await benchQuarter(process.argv[2]));
