import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Uses dialogs with the keyboard alone, and checks the focus. */
export class DialogKeys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  /** Opens a dialog by the button that offers it. */
  async open(opener: Locator): Promise<void> {
    await opener.focus();
    await this.page.keyboard.press('Enter');
    await this.expectInside();
  }

  async press(button: Locator): Promise<void> {
    await button.focus();
    await this.page.keyboard.press('Enter');
  }

  /** The button that sends the dialog's form. */
  get submit(): Locator {
    return this.dialog.locator('button[type="submit"]');
  }

  /**
   * Presses a button whose call the core refuses; the focus must stay in the dialog before, and be
   * at the reason after.
   */
  async expectRefusal(method: string, button: Locator): Promise<void> {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    let refused = 0;
    const refuse = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
      if (route.request().postDataJSON().method !== method) return route.fallback();
      refused += 1;
      await held;
      await route.fulfill({ json: { ok: false, error: { code: 'internal', details: {} } } });
    };
    await this.page.route('**/api/call', refuse);
    await this.press(button);
    await this.dialog.locator('button[aria-busy="true"]').waitFor();
    await this.expectInside();
    // A running act is not begun a second time.
    await this.page.keyboard.press('Enter');
    answer();
    await this.expectAt(this.dialog.getByTestId('error-notice').first());
    await this.page.unroute('**/api/call', refuse);
    expect(refused, method).toBe(1);
  }

  /** Waits until the focus is within the dialog in front. */
  async expectInside(): Promise<void> {
    await this.dialog.waitFor();
    await expect
      .poll(() => this.dialog.evaluate((dialog) => dialog.contains(document.activeElement)))
      .toBe(true);
  }

  async expectAt(place: Locator): Promise<void> {
    await expect
      .poll(() => place.evaluate((element) => element === document.activeElement))
      .toBe(true);
  }

  /** Closes the dialog in front; the focus must return to where it was opened from. */
  async leave(opener: Locator, { isTyped = false } = {}): Promise<void> {
    await this.page.keyboard.press('Escape');
    if (isTyped) {
      const discard = this.page.getByTestId('unsaved-discard');
      await discard.waitFor();
      // Its first focus comes after it is drawn, and would take the key.
      await this.expectInside();
      await this.press(discard);
    }
    await this.expectAt(opener);
  }
}
