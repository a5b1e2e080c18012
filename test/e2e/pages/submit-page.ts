import type { Locator, Page } from 'playwright-core';
import type { SubmitTab } from './submit-tab.ts';

/** Files for an input: names with bytes, or paths of this machine. */
export type ChosenFiles = Parameters<Locator['setInputFiles']>[0];

/** Submit: worklist, the selected file's panel, and the foot. */
export class SubmitPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The large drop zone of an empty worklist. */
  get dropZone(): Locator {
    return this.page.getByTestId('drop-zone');
  }

  /** The small one above a table. */
  get dropBar(): Locator {
    return this.page.getByTestId('drop-bar');
  }

  /**
   * The one filled button of the empty screen while no connection is set: sandbox and samples in
   * one click.
   */
  get practiseButton(): Locator {
    return this.page.getByTestId('practise');
  }

  /** The sample files, offered on the empty screen once a connection is set. */
  get samplesButton(): Locator {
    return this.page.getByTestId('samples');
  }

  /** Adds the sample files and waits for their verdicts, which come one by one. */
  async addSamples(button = this.samplesButton): Promise<void> {
    await button.click();
    for (const name of [
      'recibidas-lantegiak',
      'gastos-etxeberria',
      'gastos-sin-factura-etxeberria',
    ])
      await this.standing(`${name}.xml`, 'ready').waitFor();
  }

  /** Opens the system's dialog from the empty list. */
  async openFileDialog(): Promise<void> {
    await this.dropZone.getByRole('button').first().click();
  }

  async chooseFiles(files: ChosenFiles): Promise<void> {
    await this.page.getByTestId('file-input').setInputFiles(files);
  }

  /** Chooses a folder of this machine by its path. */
  async chooseFolder(path: string): Promise<void> {
    await this.page.getByTestId('folder-input').setInputFiles(path);
  }

  tab(name: SubmitTab): Locator {
    return this.page.getByTestId(`tab-${name}`);
  }

  /**
   * Waits until so many files are on the list; the window's other texts, notes among them, are part
   * of the error.
   */
  async untilFiles(count: number): Promise<void> {
    const shown = this.tab('all').getByText(new RegExp(`^${count}$`));
    await shown.waitFor({ timeout: 60_000 }).catch(async (cause: unknown) => {
      const text = await this.page.locator('body').innerText();
      throw new Error(`never ${count} files, but: ${text}`, { cause });
    });
  }

  get table(): Locator {
    return this.page.getByRole('grid');
  }

  /** Rows of the table that are drawn; a long table draws only those in sight. */
  get rows(): Locator {
    return this.table.locator('[role="row"][aria-selected]');
  }

  /** The row at that place of the list, from 1, when it is drawn. */
  rowAt(place: number): Locator {
    return this.table.locator(`[role="row"][aria-rowindex="${place + 1}"]`);
  }

  /** The list with so many rows, including those that are not drawn. */
  ofLength(rows: number): Locator {
    return this.page.locator(`[role="grid"][aria-rowcount="${rows + 1}"]`);
  }

  /** The head of a column by its words in Spanish; one head may sort by two values. */
  heading(words: string): Locator {
    return this.page.getByRole('columnheader').filter({ hasText: words });
  }

  /** Presses the sorting with these words. */
  async sortBy(words: string): Promise<void> {
    await this.heading(words).getByRole('button', { name: words }).click();
  }

  row(fileName: string): Locator {
    return this.rows.filter({ has: this.page.getByText(fileName, { exact: true }) });
  }

  /** A file's name in its row, as far as there is room; its last text is the name's end. */
  endOfName(fileName: string): Locator {
    return this.row(fileName).locator(`[title="${fileName}"]`);
  }

  /**
   * A file's state in one word: `ready`, `errors`, `warnings`, `newCompany`, `noAuthorization`,
   * `blocked`, `notSendable`, `judging` or `sent`.
   */
  standing(fileName: string, standing: string): Locator {
    return this.row(fileName).locator(`[data-standing="${standing}"]`);
  }

  /** The state of a file's submission, as in the contract; leads to the history. */
  submissionState(fileName: string, state: string): Locator {
    return this.row(fileName).getByTestId(`state-${state}`);
  }

  async select(fileName: string): Promise<void> {
    await this.row(fileName).click();
    await this.panel.getByTestId('panel-file').getByText(fileName, { exact: true }).waitFor();
  }

  /** The reason why the selected file's company cannot send, with the way out. */
  get obstacle(): Locator {
    return this.page.getByTestId('sending-obstacle');
  }

  /** The reason why nothing was sent. */
  get refusal(): Locator {
    return this.page.getByTestId('error-notice');
  }

  /** The way out of a refused sending, by its reason. */
  remedy(code: string): Locator {
    return this.page.locator(`[data-remedy="${code}"]`);
  }

  get panel(): Locator {
    return this.page.getByTestId('file-panel');
  }

  /** A kind of fault in the panel, by its code. */
  issue(code: string): Locator {
    return this.panel.getByTestId(`issue-${code}`);
  }

  get issues(): Locator {
    return this.panel.locator('[data-testid^="issue-"]');
  }

  get excerpt(): Locator {
    return this.page.getByTestId('excerpt');
  }

  /** The marked line of the source, with its number. */
  get markedLine(): Locator {
    return this.excerpt.locator('[data-marked]');
  }

  /** The whole XML of the selected file, in a dialog. */
  get openSource(): Locator {
    return this.panel.getByTestId('open-source');
  }

  get discardFile(): Locator {
    return this.panel.getByTestId('discard-file');
  }

  get createFromFile(): Locator {
    return this.panel.getByTestId('create-from-file');
  }

  get foot(): Locator {
    return this.page.getByTestId('submit-foot');
  }

  /** While the queue works on this list. */
  get progress(): Locator {
    return this.page.getByTestId('submit-progress');
  }

  /** The words that are seen; a screen reader has its own. */
  progressSays(words: string | RegExp): Locator {
    return this.progress.locator('strong').filter({ hasText: words });
  }

  /** Withdraws the unsent files. */
  get cancelQueue(): Locator {
    return this.progress.getByTestId('cancel-queue');
  }

  get sendButton(): Locator {
    return this.page.getByTestId('send-button');
  }

  async openFilters(): Promise<void> {
    await this.page.getByTestId('filter-menu').click();
    await this.page.getByTestId('filter-bar').waitFor();
  }

  /** Narrows the list in one of the menus by its visible words. */
  async narrowTo(name: 'company' | 'form', words: RegExp): Promise<void> {
    await this.openFilters();
    await this.page.getByTestId(`narrow-${name}`).click();
    await this.page.getByRole('option', { name: words }).click();
    await this.page.keyboard.press('Escape');
  }

  /** The company filter of the list. */
  get narrowedCompany(): Locator {
    return this.page.getByTestId('narrow-company');
  }

  /** All files in sight. */
  get chooseAll(): Locator {
    return this.page.getByTestId('choose-shown');
  }

  chooseBox(fileName: string): Locator {
    return this.row(fileName).getByTestId('choose-file');
  }

  get groupByCompany(): Locator {
    return this.page.getByTestId('group-by-company');
  }

  get groupHeads(): Locator {
    return this.page.getByTestId('group-head');
  }

  /** The box of a company's files, in its head. */
  chooseGroup(company: string): Locator {
    return this.rows
      .filter({ has: this.page.getByTestId('group-head').filter({ hasText: company }) })
      .getByTestId('choose-group');
  }

  /** Removes the chosen files from the list. */
  get discardChosen(): Locator {
    return this.page.getByTestId('discard-chosen');
  }

  /** Companies that files wait for, all at once. */
  get createCompanies(): Locator {
    return this.page.getByTestId('create-companies');
  }

  /** The link to the summary of the last sending. */
  get openBatch(): Locator {
    return this.page.getByTestId('open-batch');
  }

  get clearSent(): Locator {
    return this.page.getByTestId('clear-sent');
  }

  get duplicateDialog(): Locator {
    return this.page.getByTestId('duplicate-dialog');
  }

  get sendDuplicates(): Locator {
    return this.duplicateDialog.getByTestId('send-duplicates');
  }

  /** Files of the sending that repeat nothing. */
  get sendOthers(): Locator {
    return this.duplicateDialog.getByTestId('send-others');
  }

  get leaveDuplicates(): Locator {
    return this.duplicateDialog.getByTestId('leave-duplicates');
  }

  /** The origin of the selected file in the history; leads to it. */
  get originLink(): Locator {
    return this.panel.getByTestId('file-origin').getByRole('link');
  }

  /** The origin of the selected file, in words. */
  get origin(): Locator {
    return this.panel.getByTestId('file-origin');
  }

  get splitFile(): Locator {
    return this.panel.getByTestId('split-file');
  }
}
