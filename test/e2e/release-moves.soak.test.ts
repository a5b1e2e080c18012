import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { QueuePage } from './pages/queue-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const companies = ['Lantegiak', 'Talleres'].map((name, index) => ({
  name,
  taxId: companyTaxId('B', 9_710_001 + index),
}));
/** A creation of each, and the modification that waits for it. */
const files = (['A00', 'M00'] as const).flatMap((operation) =>
  companies.map((taxpayer) => ({
    name: `${operation} ${taxpayer.name}.xml`,
    content: makeDocument('240-received', { seed: 41, records: 2, taxpayer, operation }),
  })),
);

it('the dialog for files that wait keeps its company while another window sends those files', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [submit, queue] = [new SubmitPage(page), new QueuePage(page)];
  await new WindowPage(page).dropFiles(files);
  for (const { name } of files) await submit.standing(name, 'newCompany').waitFor();
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  for (const { name } of files) await submit.standing(name, 'ready').waitFor();
  await planFaults(application.dataFolder, [{ kind: 'drop_after' }, { kind: 'drop_after' }]);
  await submit.sendButton.click();
  for (const { name } of companies)
    await submit.submissionState(`A00 ${name}.xml`, 'unknown').waitFor();

  await queue.releaseFromNotice.click();
  const choices = queue.releaseDialog.getByRole('radio');
  await expect.poll(() => choices.count()).toBe(2);
  await queue.releaseDialog.getByRole('radio', { name: 'Talleres' }).check();
  const { held } = await callElsewhere(page, 'submissions.held', {});
  const [talleres] = held.filter(({ company }) => company.fullName === 'Talleres');
  await callElsewhere(page, 'submissions.resume', { companyId: talleres?.company.id });
  await queue.releaseDialog.getByText('M00 Talleres.xml').waitFor({ state: 'detached' });
  // Those of the other company leave only when that is chosen.
  expect(await queue.releaseDialog.innerText()).not.toContain('M00');
  expect(await queue.releaseSave.isDisabled()).toBe(true);
  await choices.check();
  await queue.releaseSave.click();
  await submit.submissionState('M00 Lantegiak.xml', 'accepted').waitFor();
});
