import type { Locator, Page } from 'playwright-core';

/** An error by its code in the contract, which is under technical details. */
export function errorIn(root: Locator | Page, code: string): Locator {
  return root.locator(`[data-testid="error-code"][data-code="${code}"]`);
}
