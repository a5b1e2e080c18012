import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inSoak } from '../soak.ts';
import type { Application } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations, takePicture } from './looks.ts';
import { HistoryPage } from './pages/history-page.ts';
import { QueuePage } from './pages/queue-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const passphrase = 'una frase larga para la copia';

/** The archive among an application's copies. */
function archiveOf({ dataFolder }: Pick<Application, 'dataFolder'>): string {
  const folder = join(dataFolder, 'backups');
  const [name] = readdirSync(folder).filter((each) => each.endsWith('.zubi-backup'));
  if (name === undefined) throw new Error('there is no archive');
  return join(folder, name);
}

async function openSettings(application: Pick<Application, 'url'>) {
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  await window.goToSettings('copies');
  return { page, window, queue: new QueuePage(page), settings: new SettingsPage(page) };
}

inSoak(
  'an archive without a passphrase leaves the connection as it was, and says so until it is closed',
  async () => {
    const application = await openApplication({ sandbox: false });
    const { page, window, queue, settings } = await openSettings(application);
    await window.goToSettings('connection');
    await settings.connect('https://service.invalid', 'k'.repeat(24));
    await window.goToSettings('copies');
    await queue.createBackup.click();
    await queue.backups('archive').first().waitFor();
    await window.goToSettings('connection');
    await settings.baseUrl.fill('https://elsewhere.invalid');
    await settings.userApiKey.fill('o'.repeat(24));
    await settings.saveConnection.click();
    await expect.poll(() => settings.userApiKey.inputValue()).toBe('');

    await window.goToSettings('copies');
    await queue.chooseArchive(archiveOf(application));
    expect(await findViolations(page)).toEqual([]);
    await queue.restoreSave.click();
    const said = window.toast('La conexión de la copia no se ha recuperado');
    await said.waitFor();
    await window.toast('Recuperado: 0 envíos en el historial.').waitFor({ state: 'detached' });
    await takePicture(page, 'connection-kept');
    expect(await findViolations(page)).toEqual([]);
    expect(await settings.baseUrl.inputValue()).toBe('https://elsewhere.invalid');
    expect(await queue.backups('archive').count(), 'no copy was made by the way').toBe(1);
    await window.goTo('history');
    await said.getByRole('link').click();
    await window.waitUntilReady('settings');
    await said.waitFor({ state: 'detached' });
  },
);

inSoak(
  'an archive under a passphrase brings its history to another computer, its keys and its connection as well',
  async () => {
    const first = await openApplication();
    const page = await browser.open(first.url);
    const submit = new SubmitPage(page);
    await submit.addSamples();
    await submit.sendButton.click();
    const sent = 'recibidas-lantegiak.xml';
    for (const name of [sent, 'gastos-etxeberria.xml', 'gastos-sin-factura-etxeberria.xml'])
      await submit.submissionState(name, 'accepted').waitFor();
    await new WindowPage(page).goToSettings('copies');
    const copies = new QueuePage(page);
    await copies.createSealed(passphrase);
    await copies.backups('archive').first().waitFor();

    const other = await openSettings(await openApplication({ sandbox: false }));
    await other.queue.chooseArchive(archiveOf(first));
    await other.queue.restoreSave.click();
    await other.queue.restoreDialog.getByText('La copia está protegida con contraseña').waitFor();
    await other.queue.restoreDialog.locator('input[type="password"]').fill(passphrase);
    await other.queue.restoreSave.click();
    await other.window.toast('Recuperado: 3 envíos en el historial.').waitFor();
    expect(await other.window.toast('La conexión de la copia no se ha recuperado').count()).toBe(0);
    await other.window.environmentPill.getByText('Pruebas').waitFor();
    await other.window.goTo('history');
    await new HistoryPage(other.page).state(sent, 'accepted').waitFor();
  },
);

it('a document sent after the restored copy was made is not sent again without a question', async () => {
  const application = await openApplication();
  const { page, window, queue } = await openSettings(application);
  const submit = new SubmitPage(page);
  await window.goTo('submit');
  await submit.addSamples();
  await window.goToSettings('copies');
  await queue.createBackup.click();
  await queue.backups('archive').first().waitFor();
  await window.goTo('submit');
  await submit.sendButton.click();
  const samples = ['recibidas-lantegiak', 'gastos-etxeberria', 'gastos-sin-factura-etxeberria'];
  for (const name of samples) await submit.submissionState(`${name}.xml`, 'accepted').waitFor();

  await window.goToSettings('copies');
  await window.dropFiles([{ name: 'una.zubi-backup', content: 'ZUBIBAK1' }]);
  await queue.restoreSave.click();
  await window.errorOf('backup_damaged').waitFor();
  await window.dropFiles(
    ['otra', 'más'].map((name) => ({ name: `${name}.zubi-backup`, content: 'ZUBIBAK1' })),
  );
  await window.toast('2 copias').waitFor();
  expect(await queue.restoreDialog.innerText()).toContain('una.zubi-backup');
  await page.keyboard.press('Escape');
  await queue.restoreDialog.getByText('otra.zubi-backup').waitFor();
  await page.keyboard.press('Escape');
  await queue.restore('archive');
  await window.toast('quedan en el historial apartado').waitFor();
  await window.goTo('submit');
  // The list says it already.
  for (const name of samples) await submit.standing(`${name}.xml`, 'warnings').waitFor();
  await submit.sendButton.click();
  const rows = submit.duplicateDialog.getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(samples.length);
  for (const text of await rows.allTextContents())
    expect(text).toMatch(/el mismo archivo que .+ · .+solo está en el historial apartado\.$/);
  expect(await rows.getByRole('link').count()).toBe(0);
  await takePicture(page, 'sent-after-the-copy');
  expect(await findViolations(page)).toEqual([]);
});
