import type { Locator, Page } from 'playwright-core';

/** The history's list. */
export class HistoryPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get searchInput(): Locator {
    return this.page.locator('search input').first();
  }

  /** A filter by its place in the bar. */
  filter(name: 'state' | 'book' | 'company' | 'from' | 'to'): Locator {
    return this.page.getByTestId(`filter-${name}`);
  }

  /** Chooses in one of the lists by its visible words. */
  async choose(name: 'state' | 'book' | 'company', words: string): Promise<void> {
    await this.filter(name).click();
    await this.page.getByRole('option', { name: words, exact: true }).click();
  }

  /** The table itself; of a history, of batches or of a batch's files. */
  get list(): Locator {
    return this.page.getByRole('grid');
  }

  get rows(): Locator {
    return this.page.getByRole('grid').locator('[role="row"][aria-selected]');
  }

  /** States that stand outside their table. */
  async cutStates(): Promise<readonly string[]> {
    return this.page.getByRole('grid').evaluate((table) => {
      const right = table.getBoundingClientRect().right;
      return [...table.querySelectorAll('.z-states > :first-child')].flatMap((state) =>
        state.getBoundingClientRect().right > right ? (state.textContent ?? '') : [],
      );
    });
  }

  row(fileName: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name: fileName, exact: true }) });
  }

  /** The state of a file's newest submission, as in the contract. */
  state(fileName: string, state: string): Locator {
    return this.row(fileName).first().getByTestId(`state-${state}`);
  }

  /**
   * Opens the page of the newest submission of a file. By key: a list that has just opened may
   * still move its rows between the press of a button and its release.
   */
  async open(fileName: string): Promise<void> {
    await this.row(fileName).first().getByRole('link').press('Enter');
    await this.page.locator('#root[data-ready="submission"]').waitFor({ state: 'attached' });
  }

  /** Dismisses a waiting row; the dialog opens. */
  dismiss(fileName: string): Locator {
    return this.row(fileName).first().getByTestId('row-dismiss');
  }

  /** The mark that a file's newest submission was dismissed. */
  dismissedMark(fileName: string): Locator {
    return this.row(fileName).first().getByTestId('dismissed-mark');
  }

  /** The link to the batches. */
  get seeBatches(): Locator {
    return this.page.getByTestId('see-batches');
  }

  get empty(): Locator {
    return this.page.getByTestId('empty');
  }
}
