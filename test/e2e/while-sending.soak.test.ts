import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

it('a folder dropped and a language changed during a batch: all files are added, sent and reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-carpeta-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let index = 0; index < 40; index += 1) {
    const xml = makeDocument('240-received', {
      seed: 40 + index,
      records: 1,
      firstRecord: index,
      taxpayer,
    });
    writeFileSync(join(folder, `"${index}" 📄.xml`), xml);
  }
  const application = await startApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  const submit = new SubmitPage(page);
  await submit.addSamples();
  await planFaults(
    application.dataFolder,
    [1500, 2500, 2000].map((ms) => ({ kind: 'delay', ms })),
  );
  await submit.sendButton.click();
  await submit.progress.waitFor();
  await window.dropPaths([folder]);
  await window.chooseLanguage('eu');
  await submit.openBatch.waitFor({ timeout: 60_000 });
  await submit.untilFiles(43);
  await expect.poll(() => submit.sendButton.textContent()).toContain('40');
  await submit.sendButton.click();
  await submit.tab('sent').getByText(/^43$/).waitFor({ timeout: 60_000 });
  expect(await window.errorNotice.count()).toBe(0);
});
