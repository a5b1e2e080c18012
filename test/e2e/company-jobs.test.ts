import { describe, expect, it } from 'vitest';
import { describeInSoak, inSoak } from '../soak.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { importPersons, person } from './fixtures/portfolio.ts';
import { findServiceId, planFaults } from './fixtures/sandbox.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { errorIn } from './pages/error-code.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

async function openWithDrafts(count: number, open: typeof openApplication = openApplication) {
  const application = await open();
  const page = await browser.open(application.url);
  await importPersons(page, count);
  const companies = new CompaniesPage(page);
  const plan = (...faults: readonly object[]) =>
    planFaults(
      application.dataFolder,
      faults.map((fault) => ({ ...fault, on: 'company' })),
    );
  return { application, page, companies, plan };
}

describeInSoak('creating companies in bulk', () => {
  it('shows its progress, is paused, resumed and cancelled, and leaves the remaining drafts', async () => {
    // A process that can be ended, since closing would wait for the last answer.
    const { companies, plan, page } = await openWithDrafts(5, () => startApplication());
    await plan({ kind: 'delay', ms: 0 }, { kind: 'delay', ms: 4000 }, { kind: 'delay', ms: 0 });
    await companies.createDrafts.click();
    await companies.job.getByText('Dando de alta: 1 de 5').waitFor();
    // A second click is neither refused nor for the button that comes in its place.
    await companies.pauseJob.dblclick();
    await companies.resumeJob.waitFor();
    // The one in progress finishes; none after it is sent.
    await companies.job.getByText('2 de 5').waitFor();
    await expect.poll(() => companies.inState('draft').count()).toBe(3);
    await companies.resumeJob.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const { job } = await callElsewhere(page, 'companies.getJob', { limit: 1 });
    expect(job?.state).toBe('paused');
    expect(await page.getByTestId('error-notice').count()).toBe(0);
    await plan({ kind: 'delay', ms: 60_000 });
    await companies.resumeJob.click();
    await companies.job.getByText('Dando de alta: 3 de 5').waitFor();
    await companies.cancelJob.click();
    await companies.job.waitFor({ state: 'detached' });
    await companies.createDrafts.waitFor();
    await expect.poll(() => companies.rows.count()).toBe(5);
  });

  inSoak(
    'stops at a 401 with the reason, loses nothing, and goes on when the key is right again',
    async () => {
      const { companies, plan } = await openWithDrafts(4);
      await plan({ kind: 'delay', ms: 0 }, { kind: 'status', status: 401 });
      await companies.createDrafts.click();
      await companies.resumeJob.waitFor();
      await companies.job.getByText('1 de 4').waitFor();
      await companies.job.getByText('El servicio no reconoce la clave').waitFor();
      // The row that was refused waits with the others.
      await companies.inState('failed').waitFor();
      await expect.poll(() => companies.inState('draft').count()).toBe(2);
      await companies.resumeJob.click();
      await companies.job.waitFor({ state: 'detached' });
      await companies.inState('draft').first().waitFor({ state: 'detached' });
      await expect.poll(() => companies.rows.count()).toBe(4);
    },
  );

  inSoak('names what failed and what had no answer, and goes on with the others', async () => {
    const { companies, plan, application, page } = await openWithDrafts(3);
    await plan({ kind: 'drop_after' }, { kind: 'status', status: 409 });
    await companies.createDrafts.click();
    await companies.whyJob.click();
    await companies.failures.getByText(person(1).taxId).first().waitFor();
    await companies.failures.getByText(person(2).taxId).first().waitFor();
    await expect.poll(() => companies.failures.getByRole('listitem').count()).toBe(2);
    await new CompanyPage(page).closeDialog();
    // A result that was read and closed is not shown again on each visit.
    await companies.endedJob.getByRole('button').last().click();
    await new WindowPage(page).goTo('settings');
    await new WindowPage(page).goTo('companies');
    await companies.inState('creation_unknown').waitFor();
    await companies.createDrafts.waitFor();
    expect(await companies.endedJob.count()).toBe(0);
    // The refused one was not created, the one without an answer was.
    expect(await findServiceId(application.dataFolder, person(1).taxId)).not.toBeNull();
    expect(await findServiceId(application.dataFolder, person(2).taxId)).toBeNull();
  });
});

describe('a creation whose answer was lost', () => {
  it('is linked by the identifier that the panel of the service shows; the form does not repeat it, and leads to the company that may exist', async () => {
    const { companies, plan, application, page } = await openWithDrafts(1);
    await plan({ kind: 'drop_after' });
    await companies.createDrafts.click();
    await companies.inState('creation_unknown').waitFor();
    await companies.open(person(1).name);
    const company = new CompanyPage(page);
    await company.unknownCreation.getByRole('button').click();
    await company.answerReconciliation('there');
    const id = await findServiceId(application.dataFolder, person(1).taxId);
    await company.reconciliationId.fill(id ?? '');
    // Linking is an update: a person must check whose identifier it is.
    expect(await company.saveReconciliation.isDisabled()).toBe(true);
    await company.overwriteChecked.check();
    await company.saveReconciliation.click();
    await company.unknownCreation.waitFor({ state: 'detached' });
    await company.revealKey.waitFor();

    await new WindowPage(page).goTo('companies');
    await plan({ kind: 'drop_after' });
    await companies.newCompanyButton.first().click();
    const { dialog } = companies;
    await dialog.field('fullName').fill('Zoe Agirre Goñi');
    // As on a card: the form takes it for a person's, and proposes the names.
    await dialog
      .field('taxId')
      .fill(` ${person(2).taxId.slice(0, 8)}-${person(2).taxId.slice(8)} `);
    await expect.poll(() => dialog.field('firstName').inputValue()).toBe('Zoe');
    expect(await dialog.field('lastName2').inputValue()).toBe('Goñi');
    await dialog.saveButton.click();
    await errorIn(dialog.root, 'company_creation_unknown').waitFor();
    expect(await dialog.saveButton.count()).toBe(0);
    await dialog.openKept.click();
    await company.unknownCreation.waitFor();
    expect(await findServiceId(application.dataFolder, person(2).taxId)).not.toBeNull();
    // It is the first of the list until somebody knows; a third press of a head leads back to that.
    await new WindowPage(page).goTo('companies');
    await companies.firstRow('Zoe Agirre Goñi').waitFor();
    for (const first of [person(1).name, 'Zoe Agirre Goñi', 'Zoe Agirre Goñi']) {
      await companies.sortBy('Empresa');
      await companies.firstRow(first).waitFor();
    }
    expect(await page.locator('[role="columnheader"][aria-sort]').count()).toBe(0);
  });

  it('is linked from the page of its draft when the service says that it has the company', async () => {
    const { companies, plan, application, page } = await openWithDrafts(1);
    await plan({ kind: 'drop_after' });
    await companies.createDrafts.click();
    await companies.inState('creation_unknown').waitFor();
    const found = await callElsewhere(page, 'companies.list', {});
    const id = found.companies[0]?.id ?? '';
    await callElsewhere(page, 'companies.reconcile', { id, decision: 'draft' });
    // The notice of the lost answer goes with the decision.
    await companies.createDrafts.click();
    await companies.inState('failed').waitFor();
    await companies.open(person(1).name);
    const company = new CompanyPage(page);
    await page.getByTestId('company-exists').click();
    const serviceId = await findServiceId(application.dataFolder, person(1).taxId);
    await company.reconciliationId.fill(serviceId ?? '');
    await company.overwriteChecked.check();
    await company.saveReconciliation.click();
    await company.revealKey.waitFor();
  });

  inSoak('with a wrong identifier changes nothing and says why', async () => {
    const { companies, plan, page } = await openWithDrafts(1);
    await plan({ kind: 'drop_after' });
    await companies.createDrafts.click();
    await companies.inState('creation_unknown').waitFor();
    await companies.open(person(1).name);
    const company = new CompanyPage(page);
    await company.unknownCreation.getByRole('button').click();
    await company.answerReconciliation('there');
    await company.reconciliationId.fill('no-es-este');
    await company.overwriteChecked.check();
    await company.saveReconciliation.click();
    await company.errorOf('company_not_in_service').waitFor();
    await company.cancelDialog();
    await company.unknownCreation.waitFor();
  });

  for (const answer of ['draft', 'not_created'] as const)
    inSoak(`that the panel does not show: ${answer}`, async () => {
      const { companies, plan, page } = await openWithDrafts(1);
      await plan({ kind: 'drop_before' });
      await companies.createDrafts.click();
      await companies.inState('creation_unknown').waitFor();
      const company = new CompanyPage(page);
      if (answer === 'draft') await companies.row(person(1).taxId).getByRole('button').click();
      else {
        // Its own page has nothing more to show then.
        await companies.open(person(1).name);
        await company.unknownCreation.getByRole('button').first().click();
      }
      await company.answerReconciliation(answer);
      await company.saveReconciliation.click();
      if (answer === 'not_created') {
        await companies.empty.waitFor();
        return;
      }
      // The unknown result is settled, so the end of the job is told no more.
      await companies.inState('draft').first().waitFor();
      await companies.createDrafts.click();
      await companies.inState('draft').first().waitFor({ state: 'detached' });
      await new WindowPage(page).goTo('companies');
      await companies.open(person(1).name);
      await company.revealKey.waitFor();
    });
});
