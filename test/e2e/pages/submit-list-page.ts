import type { Locator } from 'playwright-core';
import { SubmitPage } from './submit-page.ts';

/** Submit, with what is done to many files of the list at once, and undone. */
export class SubmitListPage extends SubmitPage {
  /** In a file's row: leads to what its company lacks. */
  wayOut(fileName: string): Locator {
    return this.row(fileName).getByTestId('open-obstacle');
  }

  /** Every file has its verdict. */
  async settled(): Promise<void> {
    await this.page.locator('[data-standing="judging"]').first().waitFor({ state: 'detached' });
  }

  /** How many rows are seen whole. */
  async rowsInSight(): Promise<number> {
    return this.table.evaluate((table) => {
      const box = table.getBoundingClientRect();
      const bottom = Math.min(box.bottom, window.innerHeight);
      return [...table.querySelectorAll('[role="row"][aria-selected]')].filter(
        (row) => row.getBoundingClientRect().bottom <= bottom + 1,
      ).length;
    });
  }

  /** States that stand outside their table or that something cuts. */
  async cutStates(): Promise<readonly string[]> {
    return this.table.evaluate((table) => {
      const right = table.getBoundingClientRect().right;
      return [...table.querySelectorAll('[data-standing]')].flatMap((state) =>
        state.getBoundingClientRect().right > right ? (state.textContent ?? '') : [],
      );
    });
  }

  get density(): Locator {
    return this.page.getByTestId('density');
  }

  /** Of the note that tells of a removal. */
  get undo(): Locator {
    return this.page.getByTestId('note-act');
  }

  /** What has one right answer, in all files of the list or of those chosen. */
  get fixAllFiles(): Locator {
    return this.page.getByTestId('fix-all-files');
  }

  get fixAllDialog(): Locator {
    return this.page.getByTestId('fix-all-dialog');
  }

  get fixAllSave(): Locator {
    return this.page.getByTestId('fix-all-save');
  }

  get confirmRemoval(): Locator {
    return this.page.getByTestId('confirm-removal');
  }
}
