import type { Locator, Page } from 'playwright-core';

/** The dialog that shows what fixing would change. */
export class MendDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByTestId('mend-dialog');
  }

  /** Everything of the chosen file that has one right answer, offered over its faults. */
  get openAll(): Locator {
    return this.page.getByTestId('mend-all');
  }

  /** All faults of one kind, by its code. */
  openKind(code: string): Locator {
    return this.page.getByTestId(`mend-${code}`);
  }

  /** The one fault that is looked at. */
  get openThis(): Locator {
    return this.page.getByTestId('mend-this');
  }

  /** The changes that are drawn; a long list draws the first only. */
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

/** The text of a file with its faults, and the copy of it that is edited. */
export class SourcePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get bench(): Locator {
    return this.page.getByTestId('source-bench');
  }

  /** Opens the chosen file's text. */
  async open(): Promise<void> {
    await this.page.getByTestId('open-source').click();
    await this.bench.waitFor();
    await this.text.waitFor();
  }

  /** Opens it at the fault that the panel shows. */
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

  /** The one that is looked at. */
  get currentMark(): Locator {
    return this.bench.locator('.z-fault-current');
  }

  /** `1 de 3`, in the window's language. */
  get position(): Locator {
    return this.bench.getByTestId('source-position');
  }

  /** What is said of the fault that is looked at. */
  get fault(): Locator {
    return this.bench.getByTestId('source-fault');
  }

  get noFaults(): Locator {
    return this.bench.getByTestId('source-no-faults');
  }

  /** What must be known of how the text is shown. */
  get notes(): Locator {
    return this.bench.getByTestId('source-notes');
  }

  get search(): Locator {
    return this.bench.getByTestId('source-search');
  }

  /** Makes a copy to be edited; what is typed goes there. */
  async edit(): Promise<void> {
    await this.bench.getByTestId('source-edit').click();
    await this.checked();
  }

  /** Waits until the verdict is that of the text as it stands. */
  async checked(): Promise<void> {
    await this.bench.locator('[data-testid="source-counts"][data-live="settled"]').waitFor();
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
    return this.unsaved.getByTestId('source-discard');
  }

  /** Saves the chosen file where the browser puts its downloads, and gives its text. */
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
