import type { Locator } from 'playwright-core';
import { SubmitPage } from './submit-page.ts';

/** Submit, with what is done to many files of the list at once, and undone. */
export class SubmitListPage extends SubmitPage {
  /** In a file's row: leads to what its company lacks. */
  wayOut(fileName: string): Locator {
    return this.row(fileName).getByTestId('open-obstacle');
  }
}
