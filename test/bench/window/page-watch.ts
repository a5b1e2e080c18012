import type { Page } from 'playwright-core';

/** What the window did between two looks. Milliseconds. */
export interface WindowFigures {
  readonly tookMs: number;
  readonly framesPerSecond: number;
  readonly longestGapMs: number;
  readonly longestTaskMs: number;
  readonly tasksOver50Ms: number;
}

interface Watch {
  frames: number;
  last: number;
  since: number;
  longestGap: number;
  tasks: number[];
}

declare global {
  interface Window {
    zubiWatch: Watch;
  }
}

/** Counts frames, the gaps between them, and long tasks, from the page's first moment. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = performance.now();
    const watch: Watch = { frames: 0, last: now, since: now, longestGap: 0, tasks: [] };
    window.zubiWatch = watch;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const frame = (at: number) => {
      watch.frames += 1;
      watch.longestGap = Math.max(watch.longestGap, at - watch.last);
      watch.last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** What was counted since the last look. */
export async function readWindow(page: Page): Promise<WindowFigures> {
  return page.evaluate(() => {
    const watch = window.zubiWatch;
    const now = performance.now();
    const tookMs = now - watch.since;
    const figures = {
      tookMs,
      framesPerSecond: (watch.frames * 1000) / tookMs,
      longestGapMs: watch.longestGap,
      longestTaskMs: Math.max(0, ...watch.tasks),
      tasksOver50Ms: watch.tasks.length,
    };
    Object.assign(watch, { frames: 0, since: now, last: now, longestGap: 0, tasks: [] });
    return figures;
  });
}
