import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { person } from './fixtures/portfolio.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('companies of files are created one after the other, and none any more once it is cancelled', async () => {
  const { url } = await openApplication();
  const page = await browser.open(url);
  const [window, submit, companies] = [
    new WindowPage(page),
    new SubmitPage(page),
    new CompaniesPage(page),
  ];
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
  await submit.standing('gastos-3.xml', 'newCompany').waitFor();
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
  await submit.standing('gastos-1.xml', 'ready').waitFor();
  await dialog.root.waitFor();
  await page.keyboard.press('Escape');
  await dialog.root.waitFor({ state: 'detached' });
  second.resolve();
  await submit.standing('gastos-2.xml', 'ready').waitFor();
  await page.getByTestId('create-companies').getByText('1').waitFor();
  expect(asked).toBe(2);
});
