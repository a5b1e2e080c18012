import type { Locator, Page } from 'playwright-core';

/** An error by its code in the contract, which is under technical details. */
export function errorIn(root: Locator | Page, code: string): Locator {
  return root.locator(`[data-testid="error-code"][data-code="${code}"]`);
}

/** The codes of all errors shown since, also of those that were there for a moment. */
export async function watchErrors(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen = await page.evaluateHandle(() => {
    const codes: string[] = [];
    const look = () => {
      for (const shown of document.querySelectorAll('[data-testid="error-code"]'))
        codes.push(shown.getAttribute('data-code') ?? '');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return codes;
  });
  return () => seen.jsonValue();
}
