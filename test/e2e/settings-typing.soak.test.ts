import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { openLine } from '../integration/companies/relay.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { sandboxAddress } from './fixtures/sandbox.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { type SettingsSection, WindowPage } from './pages/window.ts';

const browser = provideBrowser();

/**
 * Delays the answers of a saving until told, and waits until the saved value has been read again.
 */
async function keepBack(page: Page, saves: string, reads: string): Promise<() => Promise<void>> {
  const letGo = Promise.withResolvers<void>();
  await page.route('**/api/call', async (route: Route) => {
    if (route.request().postDataJSON().method === saves) await letGo.promise;
    await route.fallback();
  });
  return async () => {
    const readAgain = page.waitForResponse(
      (response) => response.request().postDataJSON()?.method === reads,
    );
    letGo.resolve();
    await readAgain;
    await expect.poll(() => page.locator('button[type="submit"][data-loading]').count()).toBe(0);
  };
}

/** Takes a port, so that nothing else gets it. */
async function takePort(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
}

async function openWindow() {
  const { url } = await startApplication();
  return browser.open(url);
}

const opened = share(openWindow);

/** The settings in a newly opened window. */
async function openSettings(section: SettingsSection = 'connection') {
  const page = opened();
  await page.unrouteAll();
  await new WindowPage(page).openAnew('settings');
  await new WindowPage(page).goToSettings(section);
  return { page, settings: new SettingsPage(page) };
}

describe('text typed while settings are being saved stays when the answer comes', () => {
  it("the software's fields", async () => {
    const { page, settings } = await openSettings();
    const answer = await keepBack(page, 'connection.set', 'connection.get');
    await settings.describeGarante({
      taxId: 'B00000034',
      license: 'TEST',
      name: 'Zubi',
      version: '1.0',
    });
    const version = settings.section('garante').getByRole('textbox').last();
    await version.fill('2.0');
    await answer();
    expect(await version.inputValue()).toBe('2.0');
    const savedAgain = page.waitForResponse(
      (response) => response.request().postDataJSON()?.method === 'connection.set',
    );
    await settings.saveGarante.click();
    await savedAgain;
    await page.reload();
    await expect.poll(() => version.inputValue()).toBe('2.0');
  });

  it('the service’s address and keys; saved ones are emptied', async () => {
    const { page, settings } = await openSettings();
    const answer = await keepBack(page, 'connection.set', 'connection.get');
    await settings.baseUrl.fill('https://service.invalid');
    await settings.userApiKey.fill('a-user-key-for-tests');
    await settings.saveConnection.click();
    await settings.certificateKey.fill('a-certificate-key-for-tests');
    await settings.baseUrl.fill('https://other.invalid');
    await answer();
    expect(await settings.userApiKey.inputValue()).toBe('');
    expect((await settings.certificateKey.inputValue()).length).toBe(
      'a-certificate-key-for-tests'.length,
    );
    expect(await settings.baseUrl.inputValue()).toBe('https://other.invalid');
  });

  it("the office's name", async () => {
    const { page, settings } = await openSettings('office');
    const answer = await keepBack(page, 'settings.set', 'settings.get');
    await settings.officeName.fill('Gestoría Uno');
    await settings.saveOffice.click();
    await settings.officeName.fill('Gestoría Dos');
    await answer();
    expect(await settings.officeName.inputValue()).toBe('Gestoría Dos');
  });
});

it('a switch that could not be saved keeps its new position, with the reason beside it', async () => {
  const { page, settings } = await openSettings('office');
  const before = await settings.notifyWhenDone.isChecked();
  const refuse = async (route: Route) => {
    if (route.request().postDataJSON().method !== 'settings.set') return route.fallback();
    await route.fulfill({ json: { ok: false, error: { code: 'internal', details: {} } } });
  };
  await page.route('**/api/call', refuse);
  await settings.notifyWhenDone.click({ force: true });
  await settings.saveWindow.click();
  await settings.section('window').getByTestId('error-notice').first().waitFor();
  expect(await settings.notifyWhenDone.isChecked()).toBe(!before);
  await page.unroute('**/api/call', refuse);
  const saved = page.waitForResponse(
    (response) => response.request().postDataJSON()?.method === 'settings.set',
  );
  await settings.saveWindow.click();
  await saved;
  await settings.section('window').getByTestId('error-notice').waitFor({ state: 'detached' });
  await expect.poll(() => settings.notifyWhenDone.isChecked()).toBe(!before);
  await page.reload();
  await new WindowPage(page).waitUntilReady('settings');
  expect(await settings.notifyWhenDone.isChecked()).toBe(!before);
});

describe('the result of a test of the connection', () => {
  it('is shown as long as the service and key that were tested are in force', async () => {
    const [one, other] = [await openLine(), await openLine()];
    const { settings } = await openSettings();
    await settings.connect(one.baseUrl, one.userApiKey);
    for (const change of [
      async () => {
        await settings.baseUrl.fill(other.baseUrl);
        await settings.saveConnection.click();
      },
      async () => {
        await settings.userApiKey.fill(other.userApiKey);
        await settings.saveConnection.click();
      },
      () => settings.useSandbox.click(),
    ]) {
      await settings.testConnection.click();
      await settings.connectionOk.or(settings.connectionFault).waitFor();
      await change();
      await settings.connectionOk.or(settings.connectionFault).waitFor({ state: 'detached' });
    }
  });

  it('appears beside the text being typed, also when the test starts the own sandbox on another port', async () => {
    const first = await startApplication();
    const { dataFolder } = first;
    const before = sandboxAddress(dataFolder);
    await first.stop();
    await takePort(Number(new URL(before).port));
    const application = await startApplication({ dataFolder, sandbox: false });
    const page = await browser.open(application.url);
    const settings = new SettingsPage(page);
    await new WindowPage(page).goToSettings('connection');
    await settings.baseUrl.fill('https://service.invalid');
    await settings.userApiKey.fill('a-user-key-for-tests');
    const movedOn = page.waitForResponse(async (response) => {
      if (response.request().postDataJSON()?.method !== 'connection.get') return false;
      return !(await response.text()).includes(before);
    });
    await settings.testConnection.click();
    await movedOn;
    expect(sandboxAddress(dataFolder)).not.toBe(before);
    await settings.connectionOk.waitFor();
    expect(await settings.baseUrl.inputValue()).toBe('https://service.invalid');
    expect((await settings.userApiKey.inputValue()).length).toBe('a-user-key-for-tests'.length);
    await settings.connectionOk.waitFor();
  });
});
