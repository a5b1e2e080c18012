import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { person } from './fixtures/portfolio.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('companies of files are created one after the other, and none any more once it is cancelled', async () => {
  const { url } = await openApplication();
  const page = await browser.open(url);
  const [window, companies] = [new WindowPage(page), new CompaniesPage(page)];
  await window.goTo('submit');
  await window.dropFiles(
    [1, 2, 3].map((number) => ({
      name: `gastos-${number}.xml`,
      content: makeDocument('140-with-invoice', {
        seed: number,
        records: 1,
        taxpayer: { taxId: person(number).taxId, name: person(number).name },
      }),
    })),
  );
  const inState = (standing: string) =>
    page.getByRole('grid').locator(`[data-standing="${standing}"]`).count();
  await expect.poll(() => inState('newCompany')).toBe(3);
  let asked = 0;
  const second = Promise.withResolvers<void>();
  await page.route('**/api/call', async (route) => {
    if (route.request().postData()?.includes('"companies.create"') && ++asked === 2)
      await second.promise;
    await route.continue();
  });
  await page.getByTestId('create-companies').click();
  const { dialog } = companies;
  await dialog.root.waitFor();
  await dialog.saveButton.click();
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => inState('ready')).toBe(1);
  await dialog.root.waitFor();
  await page.keyboard.press('Escape');
  await dialog.root.waitFor({ state: 'detached' });
  second.resolve();
  await expect.poll(() => inState('ready')).toBe(2);
  await page.getByTestId('create-companies').getByText('1').waitFor();
  expect(asked).toBe(2);
});
