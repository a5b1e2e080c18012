import type { Locator, Page } from 'playwright-core';

/** The authorizations of all companies, and many documents at once. */
export class AuthorizationsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get input(): Locator {
    return this.page.getByTestId('authorizations-input');
  }

  tab(name: 'pending' | 'blocking' | 'expiring' | 'unresolved' | 'all'): Locator {
    return this.page.getByTestId(`tab-${name}`);
  }

  /** Documents whose company was found so. */
  matched(outcome: string): Locator {
    return this.page.locator(`[data-testid="bulk-row"][data-outcome="${outcome}"]`);
  }

  get received(): Locator {
    return this.page.locator('[data-testid="bulk-row"][data-result="received"]');
  }

  get sendButton(): Locator {
    return this.page.getByTestId('bulk-send');
  }

  get leaveButton(): Locator {
    return this.page.getByTestId('bulk-leave');
  }
}
