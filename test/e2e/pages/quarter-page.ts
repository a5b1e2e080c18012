import type { Locator, Page } from 'playwright-core';
import type { QuarterStanding } from '../../../contract/quarter.ts';

/** The quarter: the matrix of companies and books. */
export class QuarterPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get grid(): Locator {
    return this.page.getByTestId('quarter-grid');
  }

  get rows(): Locator {
    return this.page.getByTestId('quarter-row');
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  /** The cells in this state. */
  cell(standing: QuarterStanding): Locator {
    return this.page.getByTestId(`cell-${standing}`);
  }

  tab(tab: 'attention' | 'all' | 'complete'): Locator {
    return this.page.getByTestId(`quarter-tab-${tab}`);
  }

  async show(tab: 'attention' | 'all' | 'complete'): Promise<void> {
    await this.tab(tab).click();
  }

  /** The actions for chosen companies; they appear while some are chosen. */
  get foot(): Locator {
    return this.page.getByTestId('quarter-foot');
  }

  get complete(): Locator {
    return this.page.getByTestId('quarter-complete');
  }

  get sendButton(): Locator {
    return this.page.getByTestId('quarter-send');
  }

  get search(): Locator {
    return this.page.getByTestId('quarter-search');
  }

  get previous(): Locator {
    return this.page.getByTestId('quarter-previous');
  }

  get next(): Locator {
    return this.page.getByTestId('quarter-next');
  }

  /** Chooses a value of a filter by its words. */
  async choose(filter: 'adviser' | 'group', words: string): Promise<void> {
    await this.page.getByTestId(`quarter-${filter}`).click();
    await this.page.getByRole('option', { name: words, exact: true }).click();
  }

  /** Opens one of the actions on the whole quarter. */
  async openMore(what: 'activity' | 'calendar' | 'totals'): Promise<void> {
    await this.page.getByTestId('quarter-more').click();
    await this.page.getByTestId(`open-${what}`).click();
  }

  /** Saves the file of a press; returns its name. */
  async saveBy(press: 'quarter-export' | 'calendar-save'): Promise<string> {
    const saved = this.page.waitForEvent('download');
    await this.page.getByTestId(press).click();
    return (await saved).suggestedFilename();
  }

  get calendarDialog(): Locator {
    return this.page.getByTestId('calendar-dialog');
  }

  get totalsDialog(): Locator {
    return this.page.getByTestId('totals-dialog');
  }

  get markNothing(): Locator {
    return this.page.getByTestId('mark-nothing');
  }

  async openActions(name: string): Promise<void> {
    await this.row(name).getByTestId('quarter-actions').click();
  }
}
