import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SubmitPage } from '../e2e/pages/submit-page.ts';
import { WindowPage } from '../e2e/pages/window.ts';
import { openDesktop } from './open-desktop.ts';

describe('saving with the desktop', () => {
  it('makes a page a PDF, where a person wants it', async () => {
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
  });
});
