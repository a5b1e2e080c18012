import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { QueuePage } from './pages/queue-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const plant = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const workshop = { taxId: companyTaxId('B', 9_700_001), name: 'Talleres Bidea SL' };

/** A creation and the modification that builds on it. */
const filesOf = (taxpayer: typeof plant, name: string) => [
  {
    name: `alta ${name}.xml`,
    content: makeDocument('240-received', { seed: 31, records: 2, taxpayer }),
  },
  {
    name: `cambio ${name}.xml`,
    content: makeDocument('240-received', { seed: 31, records: 2, taxpayer, operation: 'M00' }),
  },
];

it('releasing the waiting files of one chosen company keeps those of the others', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const [window, submit, queue] = [new WindowPage(page), new SubmitPage(page), new QueuePage(page)];
  const files = [...filesOf(plant, 'lantegiak'), ...filesOf(workshop, 'talleres')];
  await window.dropFiles(files);
  for (const { name } of files) await submit.standing(name, 'newCompany').waitFor();
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  for (const { name } of files) await submit.standing(name, 'ready').waitFor();
  // The first file of each company is a creation, whose answer is lost.
  await planFaults(application.dataFolder, [{ kind: 'drop_after' }, { kind: 'drop_after' }]);
  await submit.sendButton.click();
  for (const name of ['lantegiak', 'talleres']) {
    await submit.submissionState(`alta ${name}.xml`, 'unknown').waitFor();
    await submit.submissionState(`cambio ${name}.xml`, 'queued').waitFor();
  }

  // Both are held a moment after they were queued.
  await page.getByTestId('notice-held').getByText('2 envíos').waitFor();
  await queue.releaseFromNotice.click();
  const dialog = queue.releaseDialog;
  // Nothing is chosen yet, so nothing is named, and nothing can leave.
  await expect.poll(() => dialog.getByRole('radio').count()).toBe(2);
  expect(await dialog.innerText()).not.toContain('cambio');
  expect(await queue.releaseSave.isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: `${workshop.name} · 1 archivo` }).check();
  const said = await dialog.innerText();
  for (const words of ['cambio talleres.xml', 'Espera a alta talleres.xml'])
    expect(said).toContain(words);
  expect(said).not.toContain('lantegiak.xml');
  await takePicture(page, 'release-several');
  expect(await findViolations(page)).toEqual([]);
  await queue.releaseSave.getByText('Enviar 1 archivo sin esperar').click();
  await submit.submissionState('cambio talleres.xml', 'accepted').waitFor();

  // The other company's still waits; there is no choice left.
  await submit.submissionState('cambio lantegiak.xml', 'queued').waitFor();
  await queue.releaseFromNotice.click();
  await dialog.getByText('Espera a alta lantegiak.xml').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(0);
  await queue.releaseSave.click();
  await submit.submissionState('cambio lantegiak.xml', 'accepted').waitFor();
  await queue.releaseFromNotice.waitFor({ state: 'detached' });
  await window.goTo('history');
  const history = new HistoryPage(page);
  for (const name of ['lantegiak', 'talleres'])
    await history.state(`alta ${name}.xml`, 'unknown').waitFor();
});
