import type { Page } from 'playwright-core';

/** The window's work between two looks. Milliseconds. */
export interface WindowFigures {
  readonly tookMs: number;
  readonly framesPerSecond: number;
  readonly maxGapMs: number;
  readonly maxTaskMs: number;
  readonly tasksOver50Ms: number;
}

interface Watch {
  frames: number;
  last: number;
  since: number;
  maxGap: number;
  tasks: number[];
  /** When files were handed over, and when the first verdict was drawn; 0 before. */
  handedOver: number;
  firstVerdict: number;
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
    const watch: Watch = {
      frames: 0,
      last: now,
      since: now,
      maxGap: 0,
      tasks: [],
      handedOver: 0,
      firstVerdict: 0,
    };
    window.zubiWatch = watch;
    window.addEventListener(
      'drop',
      () => {
        watch.handedOver = performance.now();
      },
      { capture: true },
    );
    document.addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'file')
          watch.handedOver = performance.now();
      },
      { capture: true },
    );
    new MutationObserver(() => {
      if (watch.firstVerdict > 0 || document.querySelector('[data-standing="ready"]') === null)
        return;
      watch.firstVerdict = performance.now();
    }).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.tasks.push(entry.duration);
    }).observe({ type: 'longtask' });
    const frame = (at: number) => {
      watch.frames += 1;
      watch.maxGap = Math.max(watch.maxGap, at - watch.last);
      watch.last = at;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** The counts since the last look. */
export async function readWindow(page: Page): Promise<WindowFigures> {
  return page.evaluate(() => {
    const watch = window.zubiWatch;
    const now = performance.now();
    const tookMs = now - watch.since;
    const figures = {
      tookMs,
      framesPerSecond: (watch.frames * 1000) / tookMs,
      maxGapMs: watch.maxGap,
      maxTaskMs: Math.max(0, ...watch.tasks),
      tasksOver50Ms: watch.tasks.length,
    };
    Object.assign(watch, { frames: 0, since: now, last: now, maxGap: 0, tasks: [] });
    return figures;
  });
}

/** Milliseconds from the hand-over of the files to the first verdict on the screen. */
export async function readFirstVerdict(page: Page): Promise<number> {
  return page.evaluate(() => window.zubiWatch.firstVerdict - window.zubiWatch.handedOver);
}
