import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { brokenFileOf, client, fileOf, makeOutsideOffice } from './fixtures/outside-office.ts';
import { findViolations } from './looks.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('a watched folder adds its new files to the list and says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-watched-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const office = await makeOutsideOffice(4, 4);
  const application = await openApplication({
    dataFolder: office.dataFolder,
    sandbox: false,
    watchPace: { settleMs: 200, rescanMs: 30_000 },
  });
  const page = await browser.open(application.url, { viewport: { width: 1440, height: 900 } });
  const submit = new SubmitListPage(page);
  const inWindow = new WindowPage(page);
  const add = async (path: string) => {
    await page.getByTestId('watched-path').fill(path);
    await page.getByTestId('watch-folder').click();
  };
  await inWindow.goTo('settings');
  await add(`${folder}-none`);
  await page.getByTestId('watched-folders').getByRole('alert').waitFor();
  await add(folder);
  await page.getByTestId('watched-folder').getByText(folder).waitFor();
  expect(await findViolations(page)).toEqual([]);

  for (const file of [fileOf(0), brokenFileOf(1)])
    writeFileSync(join(folder, file.name), file.content);
  writeFileSync(join(folder, 'notas.xml'), '<notas/>');
  await inWindow.goTo('submit');
  await submit.untilFiles(2);
  await submit.standing(fileOf(0).name, 'ready').waitFor();
  await submit.standing(brokenFileOf(1).name, 'errors').waitFor();
  await page.getByTestId('watching-sign').and(page.getByTitle(folder)).waitFor();
  await page.getByTestId('arrivals').getByText('notas.xml').waitFor();
  await page.getByTestId('arrivals').getByText('2 archivos nuevos').waitFor();
  await page
    .getByTestId('arrivals-summary')
    .getByText(/Listos 1.*Errores 1 · T\d 20\d\d/)
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  // The quarter, where a day begins, says so too.
  await inWindow.goTo('overview');
  await page.getByTestId('arrivals').getByText('2 archivos nuevos').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByTestId('arrivals').getByRole('link').click();
  await inWindow.waitUntilReady('submit');
  await page.getByTestId('choose-arrivals').click();
  await expect.poll(() => submit.chooseBox(fileOf(0).name).isChecked()).toBe(true);
  await page.getByTestId('arrivals-seen').click();
  await page.getByTestId('arrivals').waitFor({ state: 'detached' });

  // Mended in the accounting program and exported again: the faulty one gives its place.
  writeFileSync(join(folder, fileOf(1).name), fileOf(1).content);
  await submit.standing(fileOf(1).name, 'ready').waitFor();
  await submit.untilFiles(2);

  const own = mkdtempSync(join(tmpdir(), 'zubi-watched-own-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  await inWindow.goTo('companies');
  await page.getByText(client(3).name).first().click();
  await add(own);
  await page.getByTestId('watched-folder').getByText(own).waitFor();
  writeFileSync(join(own, 'ajena.xml'), fileOf(0, { records: 2 }).content);
  await inWindow.goTo('submit');
  await submit.untilFiles(3);
  const note = page.getByTestId('misplaced');
  await note.getByText(`Vino por la carpeta de ${client(3).name}`).waitFor();
  expect(await note.innerText()).toContain(`es de ${client(0).name}`);
  expect(await findViolations(page)).toEqual([]);

  await inWindow.goTo('settings');
  const folders = page.getByTestId('watched-folder');
  const ofCompany = folders.filter({ hasText: own });
  await ofCompany.getByRole('button').click();
  await inWindow.toast(`Ya no se vigila ${own}.`).waitFor();
  await expect.poll(() => folders.count()).toBe(1);
  const ofOffice = folders.filter({ hasText: folder });
  await ofOffice.getByRole('button').click();
  await inWindow.toast(`Ya no se vigila ${folder}.`).waitFor();
  await expect.poll(() => folders.count()).toBe(0);
  // Each note keeps its undo, and the key is the newest one's.
  await page.keyboard.press('Control+z');
  await ofOffice.waitFor();
  expect(await folders.count()).toBe(1);
  await page.keyboard.press('Control+z');
  await ofCompany.getByText(client(3).name).waitFor();
  await ofOffice.getByRole('button').click();
  await expect.poll(() => folders.count()).toBe(1);
});
