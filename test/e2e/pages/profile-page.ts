import type { Locator, Page } from 'playwright-core';

/** The service profile: its text, a trial on an answer, and reading kept answers again. */
export class ProfilePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.evaluate(() => {
      location.hash = '#/settings/profile';
    });
    await this.state.waitFor();
  }

  /** The name of the profile in force, or that the text differs. */
  get state(): Locator {
    return this.page.getByTestId('profile-state');
  }

  async write(text: string): Promise<void> {
    await this.page.getByTestId('profile-text').fill(text);
  }

  get save(): Locator {
    return this.page.getByTestId('profile-save');
  }

  /** The places of a refused profile's faults. */
  get faults(): Locator {
    return this.page.getByTestId('profile-faults');
  }

  /** Starts the trial. */
  get start(): Locator {
    return this.page.getByTestId('trial-start');
  }

  get outcome(): Locator {
    return this.page.getByTestId('trial-outcome');
  }

  /** Turns the last unknown answers into results. */
  get again(): Locator {
    return this.page.getByTestId('read-again-start');
  }

  get againTold(): Locator {
    return this.page.getByTestId('read-again-told');
  }
}
