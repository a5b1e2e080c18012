import type { Locator } from 'playwright-core';
import { SubmitPage } from './submit-page.ts';

/** Submit, with acts on many files of the list at once, and undo. */
export class SubmitListPage extends SubmitPage {
  /** In a file's row: the link to what its company lacks. */
  wayOut(fileName: string): Locator {
    return this.row(fileName).getByTestId('open-obstacle');
  }

  /** Every file has its verdict. */
  async settled(): Promise<void> {
    await this.page.locator('[data-standing="judging"]').first().waitFor({ state: 'detached' });
  }

  /** The number of rows fully in sight, of the files or of another table. */
  async rowsInSight(rows: Locator = this.table): Promise<number> {
    return rows.evaluate((table) => {
      const box = table.getBoundingClientRect();
      const bottom = Math.min(box.bottom, window.innerHeight);
      return [
        ...table.querySelectorAll('[role="row"][aria-rowindex]:not([aria-rowindex="1"])'),
      ].filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length;
    });
  }

  /** States that overflow their table or are cut. */
  async cutStates(): Promise<readonly string[]> {
    return this.table.evaluate((table) => {
      const right = table.getBoundingClientRect().right;
      return [...table.querySelectorAll('[data-standing]')].flatMap((state) =>
        state.getBoundingClientRect().right > right ? (state.textContent ?? '') : [],
      );
    });
  }

  /** Companies in sight whose names are cut. */
  async cutNames(): Promise<readonly string[]> {
    return this.table
      .locator('.z-td-main')
      .evaluateAll((names) =>
        names.flatMap((name) =>
          name.scrollWidth > name.clientWidth ? (name.textContent ?? '') : [],
        ),
      );
  }

  get density(): Locator {
    return this.page.getByTestId('density');
  }

  /** The note of a removal. */
  get undo(): Locator {
    return this.page.getByTestId('note-act');
  }

  /** Everything with one right answer, in all files of the list or of the chosen ones. */
  get fixAllFiles(): Locator {
    return this.page.getByTestId('fix-all-files');
  }

  get fixAllDialog(): Locator {
    return this.page.getByTestId('fix-all-dialog');
  }

  /** What the plan leaves to the person. */
  get fixAllLeft(): Locator {
    return this.page.getByTestId('fix-all-left');
  }

  get fixAllSave(): Locator {
    return this.page.getByTestId('fix-all-save');
  }

  get confirmRemoval(): Locator {
    return this.page.getByTestId('confirm-removal');
  }
}
