import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Milliseconds from a person's act to the frame that shows its rows. */
    zubiPainted: Promise<number>;
    /** The quarter's companies, as the core last sent them. */
    zubiCompanies: readonly Record<string, unknown>[];
  }
}

/** Records the time of each click and key, and the core's data of the quarter. */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const painted = () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          // A message comes after the frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      });
    const rows = () =>
      new Promise<void>((resolve) => {
        const isThere = () => document.querySelector('[data-testid="quarter-row"]') !== null;
        if (isThere()) return resolve();
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true });
      });
    const note = ({ timeStamp }: Event) => {
      // A change in the same frame is drawn before the observer runs.
      window.zubiPainted = Promise.resolve()
        .then(rows)
        .then(painted)
        .then((at) => at - timeStamp);
    };
    for (const name of ['click', 'input']) document.addEventListener(name, note, { capture: true });
  });
}

/** Time from a person's act to its rows. */
export async function timeRows(page: Page, act: () => Promise<void>): Promise<number> {
  // The first call to a page takes 20 ms, which is not counted.
  await page.evaluate(() => undefined);
  await act();
  return page.evaluate(() => window.zubiPainted);
}

/**
 * The same with a plain table of all rows that have these words: from the core (`call`) or in
 * memory already.
 */
export async function timeTable(
  page: Page,
  options: { readonly call: boolean; readonly words: string },
): Promise<number> {
  return page.evaluate(async ({ call, words }) => {
    const started = performance.now();
    if (call) {
      const answer = await fetch('/api/call', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-zubi-token': sessionStorage.getItem('zubi-token') ?? '',
        },
        body: JSON.stringify({
          method: 'quarter.get',
          input: {},
          requestId: crypto.randomUUID(),
        }),
      });
      window.zubiCompanies = (await answer.json()).value.companies;
    }
    const table = document.createElement('table');
    table.innerHTML = window.zubiCompanies
      .filter(({ fullName }) => String(fullName).toLowerCase().includes(words))
      .map((company) => {
        const cells = company.cells as { readonly standing: string }[];
        const shown = [company.fullName, company.taxId, ...cells.map(({ standing }) => standing)];
        return `<tr>${[...shown, company.records, company.amount].map((text) => `<td>${text}</td>`).join('')}</tr>`;
      })
      .join('');
    document.body.append(table);
    const took = await new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - started);
        port2.postMessage(null);
      });
    });
    table.remove();
    return took;
  }, options);
}
