import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations } from './looks.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const defaultProfile = new URL('../../main/service/profiles/default.json', import.meta.url);

it('a service profile is loaded from a file, refused with the places of its faults, and removed again', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const settings = new SettingsPage(page);
  await new WindowPage(page).goToSettings('connection');
  await settings.serviceProfile.getByText('el de Zubi').waitFor();

  await settings.loadProfile('{"name": ');
  await settings.profileUnread.waitFor();
  const profile = JSON.parse(readFileSync(defaultProfile, 'utf8'));
  await settings.loadProfile(JSON.stringify({ ...profile, name: 'otro', timeouts: 'soon' }));
  await settings.profilePlaces.getByText('«timeouts»: se esperaba un objeto.').waitFor();
  expect(await settings.profileUnread.count()).toBe(0);
  await settings.serviceProfile.getByText('el de Zubi').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await settings.loadProfile(JSON.stringify({ ...profile, name: 'otro' }));
  await settings.serviceProfile.getByText('otro').waitFor();
  expect(await settings.profilePlaces.count()).toBe(0);
  await settings.testConnection.click();
  await settings.connectionOk.waitFor();
  await settings.profileBack.click();
  await settings.serviceProfile.getByText('el de Zubi').waitFor();
});
