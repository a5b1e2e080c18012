import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
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
const starts = 5;

/**
 * The quarter of 1,000 companies in the real window: from the press to its painted rows, and from a
 * key in its search; against a plain table of all the rows, drawn by the same browser. And from the
 * start of `zubi serve` to its rows, against a bare server with that table, started by Node and
 * drawn by the same browser. A given folder is kept for the next time.
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
    const rows = [await benchOpening(page), await benchFilter(page)];
    serving.kill('SIGKILL');
    await once(serving, 'exit');
    return [...rows, await benchStart(browser, data)];
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

/** Each start in a new page of one browser, in the window's language. */
async function benchStart(browser: Browser, data: string): Promise<BenchRow> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ viewport, locale: 'es-ES' });
  const time = async (child: ChildProcess, rows: string) => {
    const started = performance.now();
    const page = await context.newPage();
    try {
      await page.goto(await firstAddress(child));
      await page.locator(rows).first().waitFor();
      return performance.now() - started;
    } finally {
      await page.close();
      child.kill('SIGINT');
      await once(child, 'exit');
    }
  };
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round <= starts; round += 1) {
    const own = await time(spawnServing(data), '[data-testid="quarter-row"]');
    const bare = spawn(process.execPath, ['--eval', bareServer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const plain = await time(bare, 'td');
    if (round === 0) continue;
    ours.push(own);
    other.push(plain);
  }
  await context.close();
  return toRow('start to its rows', {
    ours,
    other,
    promiseMs: promise.startMs,
    otherName: 'a bare Node server with a table',
  });
}

/** A server of Node alone with one static page: the least that a start costs. */
const bareServer = `
  const rows = '<tr><td>Bizkaia SL<td>B48000012'.repeat(${companies});
  const server = require('node:http').createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end('<table>' + rows + '</table>');
  });
  server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

function toRow(
  name: string,
  {
    ours,
    other,
    promiseMs,
    otherName = 'a plain table of all its rows',
  }: {
    readonly ours: number[];
    readonly other: number[];
    readonly promiseMs: number;
    readonly otherName?: string;
  },
): BenchRow {
  const [own, plain] = [median(ours), median(other)];
  const worst = Math.max(...ours);
  if (worst > promiseMs)
    console.log(`beyond ${promiseMs} ms: ${name}, ${worst.toFixed(0)} ms at worst`);
  return {
    name,
    ours_ms: own,
    other: otherName,
    other_ms: plain,
    ratio: own / plain,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  printRows(await benchQuarter(process.argv[2]));
