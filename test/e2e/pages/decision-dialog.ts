import type { Page } from 'playwright-core';

/** The values of a decision; a day is `2026-11-21`. */
export interface DecisionDetails {
  readonly reason?: string;
  readonly date?: string;
}

/** Fills in and saves the dialog that records the review's result, wherever it was opened from. */
export async function recordDecision(
  page: Page,
  decision: 'approval' | 'rejection',
  { reason = '', date }: DecisionDetails,
  { expectRefusal = false }: { readonly expectRefusal?: boolean } = {},
): Promise<void> {
  const dialog = page.getByTestId('decision-dialog');
  const value = decision === 'rejection' ? 'rejected' : 'approved';
  const id = await dialog.locator(`input[type="radio"][value="${value}"]`).getAttribute('id');
  await dialog.locator(`label[for="${id}"]`).click();
  if (decision === 'rejection') await page.getByTestId('decision-reason').fill(reason);
  if (date !== undefined) await page.getByTestId('decision-date').fill(date);
  await dialog.getByTestId('dialog-save').click();
  if (!expectRefusal) await dialog.waitFor({ state: 'detached' });
}
