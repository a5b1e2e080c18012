import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { dueDays } from '../fixtures/validator/due-days.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { openLine } from '../integration/companies/relay.ts';
import { inSoak } from '../soak.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { person, registerPersons } from './fixtures/portfolio.ts';
import { openReopened } from './fixtures/running.ts';
import { findViolations, looksFor, takeOn, takePicture } from './looks.ts';
import { HistoryPage } from './pages/history-page.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

it('a test host and a live one exist side by side, each with its own companies; for another host a question appears: another service, or the same one moved', async () => {
  const tests = await openLine();
  const live = await openLine();
  const application = await openReopened({ sandbox: false });
  const { page } = application;
  const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
  await window.goToSettings('connection');
  await settings.connect(tests.baseUrl, tests.userApiKey);
  await registerPersons(page, 1);
  await window.goToSettings('connection');

  await page.getByTestId('add-connection').click();
  const dialog = page.getByTestId('connection-add');
  await dialog.getByRole('textbox').nth(0).fill('Proveedor, producción');
  await dialog.getByRole('textbox').nth(1).fill(live.baseUrl);
  await dialog.locator('button[type="submit"]').click();
  const entry = (id: string) => page.locator(`[data-connection="${id}"]`);
  await entry('sandbox-2').getByText('En uso').waitFor();
  for (const each of looksFor('seal')) {
    await takeOn(page, each);
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, `connections-${each.language}-${each.colorScheme}`);
  }
  await window.goTo('companies');
  await page.getByTestId('import-companies-first').waitFor();
  await window.goToSettings('connection');
  // A key that was typed for one connection is not saved for another, whoever changes it.
  await settings.userApiKey.fill('a-key-of-the-live-service');
  await callElsewhere(page, 'connection.use', { id: 'sandbox' });
  await expect.poll(() => settings.baseUrl.inputValue()).toBe(tests.baseUrl);
  expect(await settings.userApiKey.inputValue()).toBe('');
  await entry('sandbox-2').getByRole('button').first().click();
  await expect.poll(() => settings.baseUrl.inputValue()).toBe(live.baseUrl);
  await settings.userApiKey.fill('a-key-of-the-live-service');
  await entry('sandbox').getByRole('button').first().click();
  await entry('sandbox')
    .getByText(/En uso|In use|Erabileran/)
    .waitFor();
  await expect.poll(() => settings.baseUrl.inputValue()).toBe(tests.baseUrl);
  expect(await settings.userApiKey.inputValue()).toBe('');

  await takeOn(page, { language: 'es', colorScheme: 'light' });
  await page.getByTestId('add-connection').click();
  await dialog.getByRole('textbox').nth(1).fill('https://tests.invalid/api');
  await takePicture(page, 'connection-add');
  await dialog.locator('button[type="submit"]').click();
  // What was taken for production turns out to be the vendor's test host.
  await page.getByRole('button', { name: 'Cambiar tests.invalid' }).click();
  const change = page.getByTestId('connection-change');
  await change.getByRole('radio').nth(1).check();
  await takePicture(page, 'connection-change');
  await change.locator('button[type="submit"]').click();
  await page.locator('[data-connection="test"]').getByText('En uso').waitFor();
  await window.environmentPill.getByText('tests.invalid').waitFor();
  await application.stop();
  // As if the company had been registered at that host, which no program on this machine can be.
  const history = new Database(join(application.dataFolder, 'zubi.db'));
  history.exec("update companies set environment = 'test'");
  history.close();

  await application.startAgain();
  await window.goToSettings('connection');
  await settings.baseUrl.fill('https://live.invalid/api');
  await page.keyboard.press('Enter');
  // It is a question, so the keyboard comes to its answers next.
  const walk = new KeyboardWalk(page);
  await walk.isOn(settings.connectionFault);
  await page.getByRole('button', { name: 'Es el mismo servicio' }).waitFor();
  await takePicture(page, 'connection-moved');
  // The address is edited before the answer: only the host in the question is the same service.
  await settings.baseUrl.fill('https://third.invalid/api');
  await page.getByRole('button', { name: 'Es el mismo servicio' }).click();
  await settings.connectionFault.getByText('https://third.invalid/api es otro').waitFor();
  // Nor is the form drawn anew for it.
  await settings.baseUrl.fill('https://live.invalid/api');
  await settings.connectionFault.focus();
  const field = await settings.userApiKey.elementHandle();
  await walk.use(page.getByRole('button', { name: 'Es otro servicio' }), 2);
  await page.locator('[data-connection="production"]').getByText('En uso').waitFor();
  expect(await field?.evaluate((input) => input.isConnected)).toBe(true);
  await settings.connectionFault.waitFor({ state: 'detached' });
  await settings.section('connection').locator(':focus').waitFor();
  const former = page.locator('[data-connection="test"]');
  await former.getByText('https://tests.invalid/api').waitFor();
  await former.getByRole('button', { name: 'Ocultar tests.invalid' }).click();
  await former.waitFor({ state: 'detached' });
  await page.getByTestId('hidden-connections').click();
  await former.waitFor();
  await takePicture(page, 'connection-hidden');
});

inSoak(
  'a practised file is not sent yet for a service, and its page says where it was',
  async () => {
    const live = await openLine();
    const application = await openReopened({});
    const { page } = application;
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
    await registerPersons(page, 1);
    const own = { seed: 1, records: 1, taxpayer: person(1), ...dueDays() };
    const buffer = Buffer.from(makeDocument('140-with-invoice', own));
    await window.goTo('submit');
    await submit.chooseFiles([{ name: 'propio.xml', mimeType: 'text/xml', buffer }]);
    await submit.standing('propio.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('propio.xml', 'accepted').waitFor();
    await window.goToSettings('connection');
    await page.getByTestId('add-connection').click();
    const dialog = page.getByTestId('connection-add');
    await dialog.getByRole('textbox').nth(1).fill(live.baseUrl);
    await dialog.locator('button[type="submit"]').click();
    await page.locator('[data-connection="sandbox-2"]').getByText('En uso').waitFor();
    await window.goTo('submit');
    await submit.standing('propio.xml', 'newCompany').waitFor();
    await window.goTo('history');
    await page.getByText('Entorno de pruebas', { exact: false }).first().waitFor();
    await takePicture(page, 'history-elsewhere');
    await new HistoryPage(page).open('propio.xml');
    await page.getByTestId('summary').getByText('Entorno de pruebas').waitFor();
    await takePicture(page, 'submission-elsewhere');
    await page.locator('#content [role="row"]').getByText('Correcto', { exact: true }).waitFor();
    expect(await page.locator('#content [role="row"] button').count()).toBe(0);
    await application.stop();
  },
);
