import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { type Line, openLine } from '../integration/companies/relay.ts';
import { describeInSoak, inSoak } from '../soak.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { person, registerPersons } from './fixtures/portfolio.ts';
import { openReopened } from './fixtures/running.ts';
import { findServiceId } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { errorIn } from './pages/error-code.ts';
import { ImportPage } from './pages/import-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const one = person(1);

async function openCompany(page: Page, name: string): Promise<CompanyPage> {
  await new WindowPage(page).goTo('companies');
  await new CompaniesPage(page).open(name);
  return new CompanyPage(page);
}

/**
 * From here on the clock moves only on command: a slow machine takes none of the counted seconds.
 */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** Enters address and keys in Settings as a person does. */
async function connect(page: Page, line: Line, userApiKey: string): Promise<SettingsPage> {
  const settings = new SettingsPage(page);
  await new WindowPage(page).goToSettings('connection');
  await settings.connect(line.baseUrl, userApiKey);
  return settings;
}

describe("a company's key", () => {
  async function show() {
    const application = await openApplication();
    const page = await browser.open(application.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await registerPersons(page, 1);
    const company = await openCompany(page, one.name);
    await stopClock(page);
    return { page, company };
  }

  it('is shown on request, hidden after 20 s, and removed from the clipboard after 30 s unless something else was copied since', async () => {
    const { page, company } = await show();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await company.revealedKey.count()).toBe(0);
    await company.revealKey.click();
    const key = await company.revealedKey.innerText();
    expect(key.length).toBeGreaterThan(20);
    // Never the keys themselves: a difference would be printed.
    const holdsKey = async () => (await clipboard()) === key;
    await company.copyKey.click();
    await company.keyCopied.waitFor();
    // The browser reports the copy at its request; on a busy machine it is there a moment later.
    await expect.poll(holdsKey).toBe(true);
    await page.clock.runFor(19_000);
    await expect.poll(() => company.revealedKey.count()).toBe(1);
    await page.clock.runFor(1_500);
    await company.revealedKey.waitFor({ state: 'detached' });
    expect((await page.content()).includes(key)).toBe(false);
    expect(await holdsKey()).toBe(true);
    await page.clock.runFor(10_000);
    await expect.poll(clipboard).toBe('');

    const holds = (text: string) =>
      page.evaluate((wanted) => navigator.clipboard.readText().then((is) => is === wanted), text);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await company.copyKey.click();
    await expect.poll(() => holds('')).toBe(false);
    await page.evaluate(() => navigator.clipboard.writeText('something else'));
    await page.clock.runFor(31_000);
    expect(await holds('something else')).toBe(true);
  });

  inSoak('that is lost comes back with an update of the known identifier', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url);
    await registerPersons(page, 1);
    await (await openCompany(page, one.name)).revealKey.click();
    const key = await new CompanyPage(page).revealedKey.innerText();
    await application.stop();
    loseCompanyKeys(application.dataFolder);
    const again = await browser.open((await application.restart()).url);
    const company = await openCompany(again, one.name);
    await company.recoverKey.click();
    await company.revealKey.click();
    expect((await company.revealedKey.innerText()) === key).toBe(true);
  });
});

/** Removes every company's key from the sealed file, as an older file would lack it. */
function loseCompanyKeys(dataFolder: string): void {
  const path = join(dataFolder, 'secrets.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as { entries: Record<string, unknown> };
  const names = Object.keys(file.entries).filter((name) => name.startsWith('company:'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) delete file.entries[name];
  writeFileSync(path, JSON.stringify(file));
}

describeInSoak('the user key', () => {
  it('is replaced in one form: a call that the service refused works with the new key', async () => {
    const line = await openLine();
    const application = await startApplication({ sandbox: false });
    const page = await browser.open(application.url);
    const settings = await connect(page, line, 'a-user-key-that-was-withdrawn');
    await settings.testConnection.click();
    await new WindowPage(page).errorOf('service_unauthorized').waitFor();
    await settings.userApiKey.fill(line.userApiKey);
    await settings.saveConnection.click();
    await settings.testConnection.click();
    await settings.connectionOk.waitFor();
    expect(await settings.userApiKey.inputValue()).toBe('');
    await registerPersons(page, 2);
    expect(line.requests.map(({ headers }) => headers['x-service-userapikey'])).toEqual([
      line.userApiKey,
      line.userApiKey,
    ]);
  });
});

const behindLine = share(async () => {
  const line = await openLine();
  const application = await openReopened({ sandbox: false });
  await connect(application.page, line, line.userApiKey);
  return { line, application, page: application.page };
});

describe('keys without protection', () => {
  it('are reported beside the connection; a passphrase protects them, and opens them in the next run', async () => {
    const { application, page } = behindLine();
    const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
    await window.goToSettings('connection');
    await settings.unprotected.getByRole('link').click();
    await settings.protect('zubia eta ibaia');
    await registerPersons(page, 1);

    await application.startAgain();
    await window.lockedNotice.waitFor();
    const company = await openCompany(page, one.name);
    await company.revealKey.click();
    await company.errorOf('secrets_locked').waitFor();
    // They are opened where they are needed, and a wrong passphrase is reported at its field.
    await page.getByTestId('open-unlock').last().click();
    await window.unlock('zubia eta mendia');
    await window.unlockDialog.getByText('La contraseña no es correcta').waitFor();
    await takePicture(page, 'unlock-wrong');
    await page.getByTestId('forgotten').click();
    await page.getByTestId('forgotten-dialog').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, 'keys-set-aside');
    await page.keyboard.press('Escape');
    await page.getByTestId('open-unlock').last().click();
    await window.unlock('zubia eta ibaia');
    await window.lockedNotice.waitFor({ state: 'detached' });
    await company.errorOf('secrets_locked').waitFor({ state: 'detached' });
    await company.revealKey.click();
    await company.revealedKey.waitFor();
    // The service may have another key by now.
    await company.recoverKey.click();
    await window.toast('Clave recuperada').waitFor();

    await window.goToSettings('security');
    await settings.changePassphrase('zubia eta ibaia', 'mendia eta itsasoa');
    await settings.removePassphrase('mendia eta itsasoa');
    await window.goToSettings('connection');
    await settings.unprotected.waitFor();

    // A forgotten passphrase costs the keys alone.
    await window.goToSettings('security');
    await settings.protect('haizea eta euria');
    await page.getByTestId('lock-now').click();
    await window.lockedNotice.getByTestId('open-unlock').click();
    await page.getByTestId('forgotten').click();
    await page.getByTestId('set-keys-aside').click();
    await window.lockedNotice.waitFor({ state: 'detached' });
    await connect(page, behindLine().line, behindLine().line.userApiKey);
    await openCompany(page, one.name);
    await company.recoverKey.click();
    await window.toast('Clave recuperada').waitFor();
  });
});

describeInSoak('a company that the service already has', () => {
  it('is added by its identifier after a look at its data; another company’s answer is not used', async () => {
    const { line, page } = behindLine();
    const before = line.requests.length;
    const companies = new CompaniesPage(page);
    const window = new WindowPage(page);
    await window.goTo('companies');
    await companies.newCompanyButton.first().click();
    const { dialog } = companies;
    await dialog.field('fullName').fill('Ona SL');
    await dialog.field('taxId').fill('B00000034');
    await dialog.takeFromService('un-identificador');
    await dialog.saveButton.click();
    await dialog.root.getByText('Hace falta comprobarlo antes').waitFor();
    expect(line.requests.slice(before)).toEqual([]);
    await new CompanyPage(page).overwriteChecked.check();
    await dialog.saveButton.click();
    await errorIn(dialog.root, 'company_not_in_service').waitFor();
    expect(line.requests.slice(before)).toHaveLength(1);
    await new CompanyPage(page).cancelDialog();
    await window.openAnew('companies');
    expect(await companies.row('B00000034').count()).toBe(0);
  });
});

describeInSoak('an answer without api_key', () => {
  it('leaves a company without key, which one button requests', async () => {
    const { line, page } = behindLine();
    const before = line.requests.length;
    line.troubles.push({ kind: 'change', change: ({ api_key, ...answer }) => answer });
    const companies = new CompaniesPage(page);
    await new WindowPage(page).goTo('companies');
    await companies.newCompanyButton.first().click();
    await companies.dialog.field('fullName').fill('Bizkaiko Lantegiak SA');
    await companies.dialog.field('taxId').fill('A99800476');
    await companies.dialog.saveButton.click();
    await errorIn(companies.dialog.root, 'company_created_keyless').waitFor();
    // It exists: there is nothing to create again, and its page is one press away.
    expect(await companies.dialog.saveButton.count()).toBe(0);
    await companies.dialog.openKept.click();
    const company = new CompanyPage(page);
    await company.recoverKey.click();
    await company.revealKey.waitFor();
    await new WindowPage(page).toast('Clave recuperada').waitFor();
    // The update carried the same identifier, and nothing was created a second time.
    expect(line.requests.slice(before).map(({ path }) => path.split('/').length)).toEqual([2, 3]);
  });
});

describeInSoak('a table with identifiers and without keys', () => {
  it('adds companies whose keys are requested one by one', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url);
    await registerPersons(page, 1);
    const serviceId = await findServiceId(application.dataFolder, one.taxId);
    expect(serviceId).not.toBeNull();
    const table = `NIF;Nombre completo;Persona física;Nombre;Primer apellido;Territorio;Identificador
${person(2).taxId};Otra Persona;sí;Otra;Persona;Bizkaia;${serviceId}-otro`;
    await new WindowPage(page).dropFiles([{ name: 'con-identificador.csv', content: table }]);
    await new ImportPage(page).rowsOf('without_key').waitFor();
    await new ImportPage(page).save();
    const company = await openCompany(page, 'Otra Persona');
    await company.recoverKey.click();
    await company.errorOf('company_not_in_service').waitFor();
    await company.recoverKey.waitFor();
  });
});
