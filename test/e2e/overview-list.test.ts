import { it } from 'vitest';
import { makeDocument } from '../fixtures/ledger/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

it('the Overview says what lies on the list unsent, also the next day, and leads there', async () => {
  let application = await startApplication();
  let page = await browser.open(application.url);
  let window = new WindowPage(page);
  let submit = new SubmitPage(page);
  const content = makeDocument('240-received', { seed: 31, records: 1, taxpayer });
  await window.dropFiles([
    { name: 'buena.xml', content },
    { name: 'cortada.xml', content: content.slice(0, 900) },
  ]);
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.standing('buena.xml', 'ready').waitFor();
  await submit.standing('cortada.xml', 'errors').waitFor();
  await window.goTo('overview');
  await window.unsentFiles.getByText('2 archivos de la lista están sin enviar').waitFor();
  await window.unsentFiles.getByText('1 listo · 1 no está listo').waitFor();
  await window.unsentFiles.getByRole('link').click();
  await window.waitUntilReady('submit');
  await submit.sendButton.click();
  await submit.submissionState('buena.xml', 'accepted').waitFor();

  await application.kill();
  await window.hostLostNotice.getByText('Lo que se ve es lo último que se supo').waitFor();
  application = await application.restart();
  page = await browser.open(application.url);
  window = new WindowPage(page);
  submit = new SubmitPage(page);
  await window.goTo('overview');
  await window.unsentFiles.getByText('1 archivo de la lista está sin enviar').waitFor();
  await window.unsentFiles.getByRole('link').click();
  await submit.select('cortada.xml');
  await submit.discardFile.click();
  await window.goTo('overview');
  await window.unsentFiles.waitFor({ state: 'detached' });
});
