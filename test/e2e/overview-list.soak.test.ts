import { expect, it } from 'vitest';
import { dueDays } from '../fixtures/validator/due-days.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { QuarterPage } from './pages/quarter-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

it('the window shows the unsent files of the list, also the next day, and leads there', async () => {
  let application = await startApplication();
  let page = await browser.open(application.url);
  let window = new WindowPage(page);
  let submit = new SubmitPage(page);
  const content = makeDocument('240-received', { seed: 31, records: 1, taxpayer, ...dueDays() });
  const faulty = makeDocument('240-received', {
    seed: 32,
    records: 1,
    taxpayer,
    ...dueDays(),
  }).replace(/(<ImporteTotalFactura>-?\d+)\./g, '$1,');
  await window.dropFiles([
    { name: 'buena.xml', content },
    { name: 'faltas.xml', content: faulty },
  ]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.standing('buena.xml', 'ready').waitFor();
  await submit.standing('faltas.xml', 'errors').waitFor();
  await window.goToActivity();
  await window.unsentFiles.getByText('2 archivos de la lista sin enviar').waitFor();
  await window.unsentFiles.getByText('1 listo · 1 no está listo').waitFor();
  await window.unsentFiles.getByRole('link').click();
  await window.waitUntilReady('submit');
  await submit.sendButton.click();
  await submit.submissionState('buena.xml', 'accepted').waitFor();

  const quarter = new QuarterPage(page);
  // The company is not complete yet: a file of it still lies on the list.
  await window.goTo('overview');
  await quarter.cell('faulty').getByText('Con errores').waitFor();
  await quarter.cell('faulty').click();
  await window.waitUntilReady('submit');
  await submit.standing('faltas.xml', 'errors').waitFor();
  await submit.openFilters();
  await expect.poll(() => submit.narrowedCompany.inputValue()).toBe('Bizkaiko Lantegiak SA (2)');
  await page.keyboard.press('Escape');

  await application.kill();
  await window.hostLostNotice.getByText('Datos sin actualizar').waitFor();
  application = await application.restart();
  page = await browser.open(application.url);
  window = new WindowPage(page);
  submit = new SubmitPage(page);
  await window.goToActivity();
  await window.unsentFiles.getByText('1 archivo de la lista sin enviar').waitFor();
  await window.unsentFiles.getByRole('link').click();
  await submit.select('faltas.xml');
  await submit.discardFile.click();
  await window.goToActivity();
  await window.unsentFiles.waitFor({ state: 'detached' });
  await window.goTo('overview');
  await new QuarterPage(page).show('all');
  await new QuarterPage(page).cell('complete').waitFor();
});
