import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { describeInSoak } from '../soak.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { findViolations, type Look, looksFor, takeOn, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { type ReadyName, type ScreenName, WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const screens: readonly ScreenName[] = ['overview', 'submit', 'history', 'companies', 'settings'];

/** A menu or list that opens over each screen. */
const openers: Partial<Record<ScreenName, string>> = {
  overview: 'quarter-more',
  submit: 'report-menu',
  history: 'filter-state',
};

/**
 * An office in the middle of its work: sent, partly accepted, broken and foreign files, and an
 * unknown company.
 */
async function fill(page: Page): Promise<void> {
  const submit = new SubmitPage(page);
  const window = new WindowPage(page);
  await submit.addSamples();
  await submit.sendButton.click();
  await submit.submissionState('gastos-etxeberria.xml', 'accepted').waitFor();
  const make = (seed: number, records: number, taxpayer = company) =>
    makeDocument('240-received', { seed, records, taxpayer });
  await window.dropFiles([{ name: 'julio.xml', content: make(1, 3) }]);
  await submit.standing('julio.xml', 'ready').waitFor();
  await submit.sendButton.click();
  await submit.submissionState('julio.xml', 'accepted').waitFor();
  await window.dropFiles([{ name: 'trimestre.xml', content: make(1, 5) }]);
  await submit.standing('trimestre.xml', 'warnings').waitFor();
  await submit.sendButton.click();
  await submit.sendDuplicates.click();
  await submit.submissionState('trimestre.xml', 'partially_accepted').waitFor();
  const broken = make(2, 4)
    .replaceAll(/<TipoImpositivo>(\d+)\.(\d+)</g, '<TipoImpositivo>$1,$2<')
    .replace('<FechaRecepcion>', '<FechaRecepcion> ');
  await window.dropFiles([
    { name: 'con-errores.xml', content: broken },
    {
      name: 'nueva-empresa.xml',
      content: make(3, 2, { taxId: 'F35999705', name: 'Bide Onera Koop. E.' }),
    },
    { name: 'listo.xml', content: make(4, 12) },
    { name: 'notas.txt', content: 'esto no es un XML' },
  ]);
  await submit.standing('con-errores.xml', 'errors').waitFor();
  await submit.standing('listo.xml', 'ready').waitFor();
}

const opened = share(async () => {
  const application = await startApplication();
  return { application, page: await browser.open(application.url) };
});

describe('every screen', () => {
  it('is reached by keyboard with the focus visible, and accessible, empty and full, light and dark, in three languages', async () => {
    const { page } = opened();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    const look = async (name: ReadyName | string, { language, colorScheme }: Look) => {
      const shown = `${name}-${language}-${colorScheme}`;
      expect(await findViolations(page), shown).toEqual([]);
      await takePicture(page, shown);
    };
    for (const screen of screens) {
      const link = window.railLink(screen);
      await link.focus();
      const outline = await link.evaluate((focused) => getComputedStyle(focused).outlineStyle);
      await page.keyboard.press('Enter');
      await window.waitUntilReady(screen);
      expect(outline).toBe('solid');
      await look(`${screen}-empty`, { language: 'es', colorScheme: 'light' });
    }
    await page.evaluate(() => {
      document.location.hash = '#/overview/activity';
    });
    await window.waitUntilReady('activity');
    await look('activity-empty', { language: 'es', colorScheme: 'light' });
    await page.getByRole('button', { name: 'Ir a Presentar' }).click();
    await window.waitUntilReady('submit');
    await fill(page);
    for (const each of looksFor('frame')) {
      await takeOn(page, each);
      for (const screen of screens) {
        await window.goTo(screen);
        if (screen === 'submit') {
          await submit.select('con-errores.xml');
          await submit.excerpt.waitFor();
        }
        await look(screen, each);
        const opener = openers[screen];
        if (opener === undefined) continue;
        await page.getByTestId(opener).click();
        await page.locator('[role="menu"], [role="listbox"]').filter({ visible: true }).waitFor();
        await look(`${screen}-${opener}`, each);
        await page.keyboard.press('Escape');
      }
      await window.goTo('history');
      await new HistoryPage(page).open('trimestre.xml');
      await new SubmissionPage(page).recordResults('incorrect').first().waitFor();
      await look('submission', each);
    }
    await window.goTo('submit');
    await submit.select('nueva-empresa.xml');
    await submit.createFromFile.click();
    const dialog = new CompanyDialog(page);
    await dialog.saveButton.waitFor();
    await look('company-dialog', { language: 'en', colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await dialog.saveButton.waitFor({ state: 'detached' });
  });
});

describeInSoak('a window that may only look', () => {
  it('can change its language', async () => {
    const { application: first, page: other } = opened();
    const second = await startApplication({ dataFolder: first.dataFolder });
    const page = await browser.open(second.url);
    const window = new WindowPage(page);
    await window.readOnlyNotice.waitFor();
    for (const language of ['eu', 'en', 'es'] as const) {
      await window.chooseLanguage(language);
      await window.goTo('history');
      await window.goTo('settings');
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
    }
    await window.chooseLanguage('eu');
    await new WindowPage(other).chooseLanguage('en');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('eu');
  });
});

describe('a host that stopped', () => {
  it('is reported once, not by every part of the page', async () => {
    const { application, page } = opened();
    const window = new WindowPage(page);
    await window.chooseLanguage('es');
    const connection = page.getByTestId('connection-pill');
    await connection.waitFor();
    await application.kill();
    await window.hostLostNotice.waitFor();
    // Nobody knows it any more.
    expect(await connection.count()).toBe(0);
    await window.railLink('settings').click();
    await window.title.getByText('Ajustes').waitFor();
    const told = page.getByText('Zubi no responde', { exact: true });
    await expect.poll(() => told.count()).toBe(1);
    // A list that was never read waits below, instead of a blank page.
    for (const [screen, query] of [
      ['overview', 'period=2025-Q1'],
      ['history', 'state=failed'],
    ] as const) {
      await page.goto(`${new URL(page.url()).origin}/#/${screen}?${query}`);
      await window.waitUntilReady(screen);
      await page.getByRole('status', { name: 'Cargando', exact: true }).waitFor();
      expect(await told.count()).toBe(1);
    }
  });
});

describeInSoak('settings', () => {
  it('show only the last four characters of a stored key, and keep choices over a restart', async () => {
    let application = await startApplication();
    let page = await browser.open(application.url);
    let window = new WindowPage(page);
    let settings = new SettingsPage(page);
    await window.goToSettings('connection');
    await settings.baseUrl.fill('http://127.0.0.1:9/api');
    await settings.userApiKey.fill('planted-user-key-1234567890-wxyz');
    await settings.saveConnection.click();
    await settings.section('connection').getByText('wxyz').waitFor();
    await expect.poll(() => settings.userApiKey.inputValue()).toBe('');
    expect((await page.content()).includes('planted-user-key'), 'the page holds the key').toBe(
      false,
    );
    await window.chooseLanguage('eu');
    await window.goToSettings('office');
    await settings.officeName.fill('Ibaizabal Aholkularitza');
    await settings.saveOffice.click();
    await window.railFoot.getByText('Ibaizabal Aholkularitza').waitFor();

    application = await application.restart();
    page = await browser.open(application.url);
    window = new WindowPage(page);
    settings = new SettingsPage(page);
    await page.locator('html[lang="eu"]').waitFor({ state: 'attached' });
    await window.railFoot.getByText('Ibaizabal Aholkularitza').waitFor();
    await window.goToSettings('connection');
    await settings.section('connection').getByText('wxyz').waitFor();
  });
});
