import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HistoryPage } from '../e2e/pages/history-page.ts';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { openDesktop } from './open-desktop.ts';

describe('saving with the desktop', () => {
  it('saves a page as a PDF where a person chooses, and prints', async () => {
    const desktop = await openDesktop();
    const page = await desktop.page();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    await window.waitUntilReady();
    await window.goTo('submit');
    await submit.addSamples();
    await page.getByTestId('report-menu').click();
    await page.getByTestId('report-html').click();
    const asked = await desktop.dialog();
    expect(asked.kind).toBe('save');
    const report = join(desktop.folder, 'report.pdf');
    await asked.answer(report);
    await page.getByText('report.pdf').waitFor();
    expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-');
    expect(statSync(report).size).toBeGreaterThan(10_000);
    expect(statSync(report).mode & 0o044).not.toBe(0);

    // A receipt: printed by the system, and as the core's own PDF.
    await submit.sendButton.click();
    await submit.openBatch.waitFor();
    await window.goTo('history');
    await new HistoryPage(page).rows.first().getByRole('link').click();
    await window.waitUntilReady('submission');
    await page.getByTestId('print-receipt').click();
    expect(await desktop.printed()).toBeGreaterThan(10_000);
    await page.getByTestId('submission-receipt').click();
    const receipt = join(desktop.folder, 'receipt.pdf');
    await (await desktop.dialog()).answer(receipt);
    await page.getByText('receipt.pdf').waitFor();
    expect(readFileSync(receipt).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
