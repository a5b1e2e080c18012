import { expect, it } from 'vitest';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { beforeAnswer } from './fixtures/late-answer.ts';
import { personsTaxId } from './fixtures/office.ts';
import { takePicture } from './looks.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxId = (number: number) => personsTaxId(50_000_000 + number);
const heading = 'NIF;Nombre completo;Nombre;Primer apellido;Territorio';
const file = (name: string, number: number) => ({
  name,
  content: `${heading}\n${taxId(number)};Ane Agirre;Ane;Agirre;Bizkaia\n`,
});

it('a slower table takes no place, and one that was imported after its page was left is gone', async () => {
  const page = await browser.open((await openApplication()).url);
  const [window, table] = [new WindowPage(page), new ImportPage(page)];
  await window.goTo('companies');
  const taken = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const once = { times: 1 };
  await page.route(
    '**/api/files',
    async (route) => {
      taken.resolve();
      await held.promise;
      await route.continue();
    },
    once,
  );
  await window.dropFiles([file('lenta.csv', 71)]);
  await taken.promise;
  await window.dropFiles([file('rápida.csv', 72)]);
  await page.getByRole('grid').getByText(taxId(72)).waitFor();
  const discarded = page.waitForRequest((asked) =>
    (asked.postData() ?? '').includes('companies.discardImport'),
  );
  held.resolve();
  await (await discarded).response();

  const save = () => table.saveButton.click();
  await beforeAnswer(page, { method: 'companies.importFile', what: 'answer' }, save, async () => {
    await window.goTo('companies');
    await new CompaniesPage(page).row(taxId(72)).waitFor();
    // Come back to, it shows how far the import is; then the next table.
    await page.goBack();
    await page.getByTestId('import-progress').waitFor();
    await takePicture(page, 'import-running');
    expect(await page.getByRole('grid').count()).toBe(0);
  });
  await window.toast('1 empresa importada').waitFor();
  await page.getByRole('grid').getByText(taxId(71)).waitFor();
  expect(await table.waiting.count()).toBe(0);
});
