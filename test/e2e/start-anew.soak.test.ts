import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { importPersons } from './fixtures/portfolio.ts';
import { openWithSamples, samples } from './fixtures/samples.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const { ofCompany, ofPerson } = samples;

const withHistory = share(openWithSamples);

/** A window in whose history three files are, two of them of one person. */
async function openWithHistory() {
  const { page } = withHistory();
  const window = new WindowPage(page);
  await window.openAnew('history');
  return { page, window, history: new HistoryPage(page) };
}

describe('pressing the name of the current section', () => {
  it('shows the whole history, also after a file of it was opened', async () => {
    const { page, window, history } = await openWithHistory();
    await window.goTo('history');
    await history.searchInput.fill('lantegiak');
    await expect.poll(() => history.rows.count()).toBe(1);
    await window.railLink('history').click();
    await expect.poll(() => history.rows.count()).toBe(3);
    expect(await history.searchInput.inputValue()).toBe('');
    await history.open(ofPerson);
    await page.goBack();
    await expect.poll(() => history.rows.count()).toBe(3);
    expect(await history.searchInput.inputValue()).toBe('');

    // A person who finds nothing goes on typing other words.
    await history.searchInput.fill('no such file');
    await history.empty.waitFor();
    await history.searchInput.focus();
    for (const key of ['ControlOrMeta+a', 'Delete']) await page.keyboard.press(key);
    await page.keyboard.type('lantegiak');
    await expect.poll(() => history.rows.count()).toBe(1);
    expect(await history.searchInput.inputValue()).toBe('lantegiak');
    expect(await history.searchInput.evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
  });
});

describe('pressing Overview or Settings while there', () => {
  it('shows them from their top, and keeps unsaved text', async () => {
    const application = await startApplication();
    const page = await provideBrowser().open(application.url, {
      viewport: { width: 900, height: 420 },
    });
    await importPersons(page, 20);
    const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
    for (const name of ['overview', 'settings'] as const) {
      await window.goTo(name);
      if (name === 'settings') await window.goToSettings('connection');
      if (name === 'settings') await settings.baseUrl.fill('https://service.invalid');
      await window.scrollToEnd();
      expect(await window.scrolledParts(), `${name} has an end to go to`).toBeGreaterThan(0);
      await window.railLink(name).click();
      await expect.poll(() => window.scrolledParts()).toBe(0);
      expect(new URL(page.url()).hash).toBe(`#/${name}`);
    }
    expect(await settings.baseUrl.inputValue()).toBe('https://service.invalid');
  });
});

describe('the way back from a submission', () => {
  it('leads to the list that it was opened from, wherever it is pressed', async () => {
    const { page, window, history } = await openWithHistory();
    await window.goTo('history');
    await expect.poll(() => history.rows.count()).toBe(3);
    await window.goTo('companies');
    await page.locator('a[href^="#/history?company="]').filter({ hasText: '1' }).first().click();
    await expect.poll(() => history.rows.count()).toBe(1);
    const asked = new URL(page.url()).hash;
    expect(asked).toMatch(/^#\/history\?company=/);
    await history.open(ofCompany);
    await page.locator('.z-crumb').click();
    await window.waitUntilReady('history');
    await expect.poll(() => history.rows.count()).toBe(1);
    expect(new URL(page.url()).hash).toBe(asked);

    await page.evaluate(() => location.assign('#/history/nobody'));
    await window.errorNotice.waitFor();
    await page.getByRole('main').getByRole('button').last().click();
    await window.waitUntilReady('history');
    await expect.poll(() => history.rows.count()).toBe(1);
    await window.railLink('history').click();
    await expect.poll(() => history.rows.count()).toBe(3);
  });
});
