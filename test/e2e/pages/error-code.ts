import type { Locator, Page } from 'playwright-core';

/** What tells an error by its code, as the contract names it: it stands under technical details. */
export function errorIn(root: Locator | Page, code: string): Locator {
  return root.locator(`[data-testid="error-code"][data-code="${code}"]`);
}
