import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { registerPersons } from './fixtures/portfolio.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('what is typed while a saving is under way stays when its answer comes', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  await registerPersons(page, 1);
  const settings = new SettingsPage(page);
  await new WindowPage(page).goTo('settings');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/call', async (route: Route) => {
    if (route.request().postDataJSON().method === 'connection.set') await answered.promise;
    await route.fallback();
  });
  await settings.describeGarante({ taxId: 'B00000034', license: 'TEST', name: 'Zubi', version: '1.0' });
  const version = settings.section('garante').getByRole('textbox').last();
  await version.fill('2.0');
  const readAgain = page.waitForResponse(
    (response) => response.request().postDataJSON()?.method === 'connection.get',
  );
  answered.resolve();
  await readAgain;
  await expect.poll(() => settings.saveGarante.getAttribute('aria-busy')).toBeNull();
  expect(await version.inputValue()).toBe('2.0');
  const savedAgain = page.waitForResponse(
    (response) => response.request().postDataJSON()?.method === 'connection.set',
  );
  await settings.saveGarante.click();
  await savedAgain;
  await page.reload();
  await expect.poll(() => version.inputValue()).toBe('2.0');
});
