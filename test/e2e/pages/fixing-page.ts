import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The dialog that shows the changes of fixing. */
export class MendDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByTestId('mend-dialog');
  }

  /** Everything in the selected file with one right answer, offered over its faults. */
  get openAll(): Locator {
    return this.page.getByTestId('mend-all');
  }

  /** All faults of one kind, by its code. */
  openKind(code: string): Locator {
    return this.page.getByTestId(`mend-${code}`);
  }

  /** The selected fault. */
  get openThis(): Locator {
    return this.page.getByTestId('mend-this');
  }

  /** The drawn changes; a long list draws the first only. */
  get changes(): Locator {
    return this.dialog.getByTestId('change');
  }

  /** How many there are, in words. */
  get total(): Locator {
    return this.dialog.getByTestId('mend-total');
  }

  get after(): Locator {
    return this.dialog.getByTestId('mend-after');
  }

  get saveButton(): Locator {
    return this.dialog.getByTestId('mend-save');
  }

  async save(): Promise<void> {
    await this.total.waitFor();
    await this.saveButton.click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}

/** The text of a file with its faults, and the copy to edit. */
export class SourcePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get bench(): Locator {
    return this.page.getByTestId('source-bench');
  }

  /** Opens the selected file's text. */
  async open(): Promise<void> {
    await this.page.getByTestId('open-source').click();
    await this.bench.waitFor();
    await this.text.waitFor();
  }

  /** Opens it at the fault in the panel. */
  async openHere(): Promise<void> {
    await this.page.getByTestId('open-source-here').click();
    await this.bench.waitFor();
    await this.text.waitFor();
  }

  /** The editor's text; its lines in sight only. */
  get text(): Locator {
    return this.bench.locator('.cm-content');
  }

  /** The marks of faults in sight. */
  get marks(): Locator {
    return this.bench.locator('.z-fault');
  }

  /** The marks in the margin, one a line. */
  get margins(): Locator {
    return this.bench.locator('.z-fault-gutter .z-fault-shape');
  }

  /** The selected one. */
  get currentMark(): Locator {
    return this.bench.locator('.z-fault-current');
  }

  /** `1 de 3`, in the window's language. */
  get position(): Locator {
    return this.bench.getByTestId('source-position');
  }

  /** The text about the selected fault. */
  get fault(): Locator {
    return this.bench.getByTestId('source-fault');
  }

  get noFaults(): Locator {
    return this.bench.getByTestId('source-no-faults');
  }

  /** The notes on how the text is shown. */
  get notes(): Locator {
    return this.bench.getByTestId('source-notes');
  }

  get search(): Locator {
    return this.bench.getByTestId('source-search');
  }

  /** Makes a copy to edit; typing goes there. */
  async edit(): Promise<void> {
    await this.bench.getByTestId('source-edit').click();
    await this.checked();
  }

  /** Waits until the verdict is that of the current text. */
  async checked(): Promise<void> {
    const counts = this.bench.getByTestId('source-counts');
    await expect.poll(() => counts.getAttribute('data-live'), { timeout: 30_000 }).toBe('settled');
  }

  get saveButton(): Locator {
    return this.bench.getByTestId('source-save');
  }

  /** Saves the copy as a new file, which closes the text. */
  async save(): Promise<void> {
    await this.saveButton.click();
    await this.bench.waitFor({ state: 'detached' });
  }

  /** The question before unsaved edits are lost. */
  get unsaved(): Locator {
    return this.page.getByTestId('unsaved-dialog');
  }

  get discard(): Locator {
    return this.unsaved.getByTestId('unsaved-discard');
  }

  /** Saves the selected file by the browser's download, and returns its text. */
  async download(): Promise<string> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByTestId('save-file').click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  }
}
