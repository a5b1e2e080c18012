import type { Locator, Page } from 'playwright-core';
import { type DecisionDetails, recordDecision } from './decision-dialog.ts';

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

  row(text: string): Locator {
    return this.page.getByRole('grid').getByRole('row').filter({ hasText: text });
  }

  /** The state of a company's authorization in its row. */
  inState(text: string, state: string): Locator {
    return this.row(text).locator(`[data-authorization="${state}"]`);
  }

  /** Records the review's result from a row of the list. */
  async decide(
    text: string,
    decision: 'approval' | 'rejection',
    details: DecisionDetails = {},
  ): Promise<void> {
    await this.row(text).getByRole('button').click();
    await recordDecision(this.page, decision, details);
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
