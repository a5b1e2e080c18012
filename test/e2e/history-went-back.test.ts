import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openPractisingOffice } from '../integration/core/office.ts';
import { inSoak } from '../soak.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations, looksFor, takeOn, takePicture } from './looks.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/** An application on a folder that was put back to before its last submission. */
async function startPutBack() {
  const office = await openPractisingOffice();
  const kept = mkdtempSync(join(tmpdir(), 'zubi-kept-'));
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
  const sendOne = async (open: typeof office, nth: number) => {
    const { files } = await open.call('submissions.addSamples', {});
    const fileIds = files.flatMap(({ id, judged }) => (judged?.verdict === 'valid' ? [id] : []));
    await open.call('submissions.send', { fileIds: fileIds.slice(nth, nth + 1) });
    await open.app.idle();
    await open.app.close();
  };
  await sendOne(office, 0);
  cpSync(office.dataFolder, kept, { recursive: true });
  await sendOne(await office.restart(), 1);
  rmSync(office.dataFolder, { recursive: true });
  cpSync(kept, office.dataFolder, { recursive: true });
  return openApplication({ dataFolder: office.dataFolder });
}

const unproven = {
  es: 'La conexión se ha cambiado fuera de Zubi',
  en: 'The connection was changed outside Zubi',
  eu: 'Konexioa Zubitik kanpo aldatu da',
};

const seal = (page: Page) => page.getByTestId('history-seal');

it('a history that went back is reported; continuing needs two confirmations, and then the seal is valid again', async () => {
  const application = await startPutBack();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  await window.errorNotice.getByRole('link').click();
  const question = page.getByTestId('history-went-back');
  await question.waitFor();
  expect(await window.errorNotice.count(), 'the page alone says it').toBe(0);
  await question.scrollIntoViewIfNeeded();
  for (const each of looksFor('seal')) {
    await takeOn(page, each);
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, `went-back-${each.language}-${each.colorScheme}`);
  }
  await window.chooseLanguage('es');

  await page.getByTestId('history-continue').click();
  const dialog = page.getByTestId('continue-dialog');
  await dialog.waitFor();
  await takePicture(page, 'went-back-dialog');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await question.count(), 'it is still asked').toBe(1);

  await page.getByTestId('history-continue').click();
  await dialog.getByTestId('dialog-save').click();
  await question.waitFor({ state: 'detached' });
  await seal(page).getByText('sellado hasta el último asiento').waitFor();
  await page.getByTestId('check-history').click();
  await seal(page).getByText('todo intacto').waitFor();
  await seal(page).scrollIntoViewIfNeeded();
  for (const each of looksFor('seal')) {
    await takeOn(page, each);
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, `seal-${each.language}-${each.colorScheme}`);
  }
});

inSoak(
  'a connection that was written into its file by hand is told, and set again in Settings',
  async () => {
    const application = await startApplication({ sandbox: false });
    const page = await browser.open(application.url);
    const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
    await window.goToSettings('connection');
    await settings.connect('https://service.invalid', 'k'.repeat(24));
    await expect.poll(() => settings.userApiKey.inputValue()).toBe('');
    await application.stop();
    const path = join(application.dataFolder, 'connection.json');
    const text = readFileSync(path, 'utf8').replace('service.invalid', 'elsewhere.invalid');
    writeFileSync(path, text);
    const again = await startApplication({ dataFolder: application.dataFolder, sandbox: false });
    const second = await browser.open(again.url);
    const told = second.getByText(unproven.es).first();
    await told.waitFor();
    for (const each of looksFor('seal')) {
      await takeOn(second, each);
      await second.getByText(unproven[each.language]).first().waitFor();
      expect(await findViolations(second)).toEqual([]);
      await takePicture(second, `unproven-${each.language}-${each.colorScheme}`);
    }
  },
);
