import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { foldText } from '../../../contract/fold-text.ts';
import { findViolations } from '../looks.ts';
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

  /** Rows have one line in a wide window, two in a narrow one, and no button runs out of them. */
  async expectRows(text: string, lines: 1 | 2): Promise<void> {
    await this.page.setViewportSize({ width: lines === 1 ? 1440 : 1024, height: 900 });
    const height = async () => (await this.row(text).boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThan(lines === 1 ? 30 : 40);
    await expect.poll(height).toBeLessThan(lines === 1 ? 40 : 50);
    const cut = () =>
      this.page.getByRole('grid').evaluate((grid) => {
        const end = grid.getBoundingClientRect().right;
        return [...grid.querySelectorAll('button')]
          .filter((button) => button.getBoundingClientRect().right > end)
          .map((button) => button.textContent);
      });
    // The table takes a new width after the window does.
    await expect.poll(cut).toEqual([]);
    expect(await findViolations(this.page)).toEqual([]);
  }

  get search(): Locator {
    return this.page.getByTestId('authorizations-search');
  }

  get chooseAll(): Locator {
    return this.page.getByTestId('choose-all');
  }

  /** Takes a step for all chosen ones that allow it; the button shows the number. */
  chosenButton(step: 'decide' | 'note' | 'resolve'): Locator {
    return this.page.getByTestId(`${step}-chosen`);
  }

  /** Records one result for all chosen ones. */
  async decideChosen(
    decision: 'approval' | 'rejection',
    details: DecisionDetails = {},
  ): Promise<void> {
    await this.chosenButton('decide').click();
    await recordDecision(this.page, decision, details);
  }

  /** Records for all chosen ones that their documents were loaded in the panel. */
  async noteChosen(): Promise<void> {
    await this.chosenButton('note').click();
    const dialog = this.page.getByTestId('note-dialog');
    await dialog.getByTestId('dialog-save').click();
    await dialog.waitFor({ state: 'detached' });
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

  /** Documents whose company was found this way. */
  matched(outcome: string): Locator {
    return this.page.locator(`[data-testid="bulk-row"][data-outcome="${outcome}"]`);
  }

  /** Documents with such a text in their names or beside them. */
  document(text: string): Locator {
    return this.page.getByTestId('bulk-row').filter({ hasText: text });
  }

  /** Documents with this result. */
  inResult(result: 'received' | 'failed' | 'unknown'): Locator {
    return this.page.locator(`[data-testid="bulk-row"][data-result="${result}"]`);
  }

  leaveOut(name: string): Locator {
    return this.document(name).getByRole('button').last();
  }

  /** Gives an explicit yes to a document that was refused without one. */
  get sendAnyway(): Locator {
    return this.page.getByTestId('bulk-send-anyway');
  }

  /** Types the company without its accents. */
  async chooseCompany(document: string, company: string): Promise<void> {
    await this.document(document).getByRole('combobox').fill(foldText(company));
    await this.page.getByRole('option', { name: company }).click();
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
