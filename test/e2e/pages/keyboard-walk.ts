import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A person without a mouse. */
export class KeyboardWalk {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** When the page has drawn, and done what it had put off until then. */
  async nextFrame(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
    );
  }

  /** Collects what a screen reader is told from now on; `told` returns it. */
  async listen(): Promise<{ told(): Promise<readonly string[]> }> {
    const said = await this.page.evaluateHandle(() => {
      const texts: string[] = [];
      new MutationObserver(() => {
        for (const status of document.querySelectorAll('[role="status"]')) {
          const text = status.textContent ?? '';
          if (text !== '' && !texts.includes(text)) texts.push(text);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return texts;
    });
    return { told: () => said.jsonValue() };
  }

  /** With the system's own colours a ground says nothing: what is chosen has a frame. */
  async expectFrames(...chosen: readonly Locator[]): Promise<void> {
    await this.page.emulateMedia({ forcedColors: 'active' });
    for (const part of chosen)
      expect(await part.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    await this.page.emulateMedia({ forcedColors: 'none' });
  }

  /** Goes to a control with Tab only, in at most `most` steps; returns their number. */
  async tabTo(target: Locator, most = 30): Promise<number> {
    await target.waitFor();
    for (let tabs = 0; tabs <= most; tabs += 1) {
      if (await this.#isOn(target)) return tabs;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${most} Tabs do not lead to ${target}`);
  }

  /** Goes to an item of the open menu. */
  async arrowTo(item: Locator): Promise<void> {
    await item.waitFor();
    for (let steps = 0; steps < 20 && !(await this.#isOn(item)); steps += 1)
      await this.page.keyboard.press('ArrowDown');
    await this.isOn(item);
  }

  /** Goes to a control and presses it. */
  async use(target: Locator, most = 30): Promise<void> {
    await this.tabTo(target, most);
    await this.page.keyboard.press('Enter');
  }

  /** The control has the focus, also after a dialog. */
  async isOn(target: Locator): Promise<void> {
    await expect.poll(() => this.#isOn(target)).toBe(true);
  }

  /** The active row or cell of a table is in sight, inside the table. */
  async activeIsInSight(table: Locator): Promise<void> {
    const isInSight = () =>
      table.evaluate((grid) => {
        const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
        const [row, box] = [active?.getBoundingClientRect(), grid.getBoundingClientRect()];
        const top = Math.max(0, box.top);
        const bottom = Math.min(window.innerHeight, box.bottom);
        return row !== undefined && row.top >= top && row.bottom <= bottom + 1;
      });
    await expect.poll(isInSight).toBe(true);
  }

  /**
   * Opens a dialog from a control, leaves it with Escape, and has the focus on the control again.
   */
  async lookInto(opener: Locator): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await this.use(opener);
    await dialog.waitFor();
    await expect
      .poll(() => dialog.evaluate((part) => part.contains(document.activeElement)))
      .toBe(true);
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await this.isOn(opener);
  }

  #isOn(target: Locator): Promise<boolean> {
    return target.first().evaluate((part) => part === document.activeElement);
  }

  /** Chooses an entry of the palette by its words. */
  async palette(words: string): Promise<void> {
    await this.page.keyboard.press('Control+K');
    await this.page.locator('[data-testid="palette-text"]:focus').waitFor();
    await this.page.keyboard.type(words);
    const option = this.page.getByTestId('palette').getByRole('option').filter({ hasText: words });
    await option.first().waitFor();
    await expect
      .poll(() => option.first().getAttribute('aria-selected'), { message: words })
      .toBe('true');
    await this.page.keyboard.press('Enter');
    await this.page.getByTestId('palette').waitFor({ state: 'detached' });
  }

  /** Chooses files with the system's dialog, which the palette opens. */
  async chooseFiles(files: readonly { readonly name: string; readonly content: string }[]) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.palette('Elegir archivos');
    const buffers = files.map(({ name, content }) => ({
      name,
      mimeType: 'application/xml',
      buffer: Buffer.from(content),
    }));
    await (await chooser).setFiles(buffers);
  }
}
