import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePdf } from '../fixtures/authorizations/documents.ts';
import { share } from '../fixtures/lifetime.ts';
import { describeInSoak, inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { leaveSoftwareGarante, person, registerPersons } from './fixtures/portfolio.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { takePicture } from './looks.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { recordDecision } from './pages/decision-dialog.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const pdf = (name: string, version = '1.7') => ({
  name,
  content: Buffer.from(makePdf({ version })),
});
const ofPerson = (number: number, version?: string) => pdf(`${person(number).taxId}.pdf`, version);

const office = share(async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  await registerPersons(page, 12);
  return { application, page };
});

/** The authorizations in a newly opened window. */
async function openMany() {
  const { application, page } = office();
  // Those of the test before would come back.
  await page.evaluate(() => sessionStorage.removeItem('zubi-documents'));
  await new WindowPage(page).openAnew('companies');
  await new CompaniesPage(page).openAuthorizations();
  return { application, page, window: new WindowPage(page), many: new AuthorizationsPage(page) };
}

describe('many documents at once', () => {
  it('takes more documents after some were sent, and sends neither of two for one company', async () => {
    const { window, many, page } = await openMany();
    await window.dropFiles([ofPerson(1)]);
    await many.document(person(1).taxId).waitFor();
    await many.sendButton.click();
    await many.received.waitFor();
    // The same file twice is one; another document for the same company is its rival.
    await window.dropFiles([ofPerson(2)]);
    await many.document(person(2).taxId).waitFor();
    await window.dropFiles([ofPerson(2), pdf(`copia ${person(2).taxId}.pdf`, '1.4'), ofPerson(3)]);
    await many.document(person(3).taxId).waitFor();
    await expect.poll(() => many.document(person(2).taxId).count()).toBe(2);
    expect(await many.received.count()).toBe(1);
    await many.sendButton.click();
    await expect.poll(() => many.received.count()).toBe(2);
    expect(await many.sendButton.isDisabled()).toBe(true);
    // Those that wait are there again after the window is loaded again, with their companies.
    await many.chooseCompany(`copia ${person(2).taxId}.pdf`, person(4).name);
    const failing = (route: Route) =>
      route.request().postData()?.includes('"authorizations.match"')
        ? route.fulfill({ json: { ok: false, error: { code: 'disk_full', details: {} } } })
        : route.fallback();
    await page.route('**/api/call', failing);
    await page.reload();
    await page.getByText('No queda espacio').first().waitFor();
    await page.unroute('**/api/call', failing);
    await page.reload();
    await expect.poll(() => many.document(person(2).taxId).count()).toBe(2);
    await many.sendButton.getByText('Subir 2 documentos').waitFor();
    await many.chooseCompany(`copia ${person(2).taxId}.pdf`, person(2).name);
    await many.leaveOut(`copia ${person(2).taxId}.pdf`).click();
    await many.sendButton.click();
    await expect.poll(() => many.received.count()).toBe(1);
    expect(await many.sendButton.count()).toBe(0);
    await many.leaveButton.and(page.locator(':focus')).waitFor();
  });

  inSoak('tells why one was refused also when more were dropped meanwhile', async () => {
    const { window, many, page } = await openMany();
    const matching = Promise.withResolvers<void>();
    await page.route('**/api/call', async (route) => {
      if (route.request().postData()?.includes('"authorizations.match"')) await matching.promise;
      await route.continue();
    });
    const large = { name: 'escaneo.pdf', content: Buffer.alloc(11 * 1024 * 1024) };
    await window.dropFiles([large, ofPerson(9)]);
    await window.errorOf('document_too_large').waitFor();
    await window.dropFiles([ofPerson(10)]);
    matching.resolve();
    await many.document(person(9).taxId).waitFor();
    await many.document(person(10).taxId).waitFor();
    expect(await window.errorOf('document_too_large').count()).toBe(1);
    await page.unroute('**/api/call');
  });

  inSoak(
    'are kept while the page is left, and find the company that was created meanwhile',
    async () => {
      const { window, many, page } = await openMany();
      const companies = new CompaniesPage(page);
      await window.dropFiles([
        ofPerson(4),
        pdf('escaneo.pdf'),
        pdf('B00000034.pdf', '1.4'),
        pdf('sobra.pdf', '1.3'),
      ]);
      await many.matched('company_unknown').waitFor();
      await many.chooseCompany('escaneo.pdf', person(5).name);
      await many.leaveOut('sobra.pdf').click();
      await window.goTo('companies');
      await page.getByTestId('authorizations-button').getByText('Autorizaciones · 3').waitFor();
      await companies.newCompanyButton.first().click();
      await companies.dialog.field('fullName').fill('Ona SL');
      await companies.dialog.field('taxId').fill('B00000034');
      await companies.dialog.save();
      await companies.openAuthorizations();
      await expect.poll(() => many.sendButton.innerText()).toBe('Subir 3 documentos');
      await takePicture(page, 'authorizations-kept');
      await many.sendButton.click();
      // It continues on any page.
      await window.goTo('overview');
      await page.getByText('3 documentos recibidos, pendientes de resultado').waitFor();
      await window.goTo('companies');
      await companies.openAuthorizations();
      await expect.poll(() => many.received.count()).toBe(3);
      await many.leaveButton.click();
      await expect.poll(() => many.row(person(4).taxId).count()).toBe(1);
      await many.inState('B00000034', 'pending_validation').waitFor();
      expect(await many.received.count()).toBe(0);
    },
  );

  inSoak(
    'those that the application no longer has are told when they are come back to, asked for once, and go when they are dropped anew',
    async () => {
      const { window, many, page } = await openMany();
      const matching = page.waitForRequest(
        (request) => request.postDataJSON()?.method === 'authorizations.match',
      );
      await window.dropFiles([ofPerson(6), ofPerson(8)]);
      const asked = await matching;
      await many.document(person(6).taxId).waitFor();
      await window.dropFiles([ofPerson(7)]);
      await many.document(person(7).taxId).waitFor();
      await window.goTo('companies');
      const { fileIds } = asked.postDataJSON().input;
      await page.request.post(asked.url(), {
        headers: await asked.allHeaders(),
        data: {
          method: 'authorizations.discard',
          input: { fileIds },
          requestId: 'discard-for-a-test',
        },
      });
      let questions = 0;
      page.on('request', (request) => {
        if (request.postData()?.includes('"authorizations.match"')) questions += 1;
      });
      await new CompaniesPage(page).openAuthorizations();
      await expect
        .poll(() => many.inResult('failed').getByText('Zubi ya no tiene este documento').count())
        .toBe(2);
      expect(questions).toBe(1);
      expect(await many.sendButton.innerText()).toBe('Subir 1 documento');
      await window.dropFiles([ofPerson(6), ofPerson(8)]);
      await expect.poll(() => many.sendButton.innerText()).toBe('Subir 3 documentos');
      await many.sendButton.click();
      await expect.poll(() => many.received.count()).toBe(3);
      expect(await many.inResult('failed').count()).toBe(0);
    },
  );

  it('reports one whose answer was lost without sending it again; one refused for its name is sent once confirmed', async () => {
    const { application, window, many, page } = await openMany();
    await planFaults(application.dataFolder, [{ kind: 'drop_after', on: 'authorization' }]);
    await window.dropFiles([ofPerson(9), ofPerson(11)]);
    await many.document(person(9).taxId).waitFor();
    await many.document(person(11).taxId).waitFor();
    await many.sendButton.click();
    await many.inResult('unknown').waitFor();
    // The next answer would most likely be lost too: it waits.
    await expect.poll(() => many.sendButton.innerText()).toBe('Subir 1 documento');
    expect(await many.received.count()).toBe(0);
    await many.leaveOut(`${person(11).taxId}.pdf`).click();
    // Recording is on the company's own page.
    await many
      .inResult('unknown')
      .getByRole('link', { name: 'Abrir la ficha de la empresa' })
      .waitFor();
    await many.sendButton.waitFor({ state: 'detached' });

    await window.dropFiles([ofPerson(10)]);
    await many.document(person(10).taxId).waitFor();
    await many.chooseCompany(`${person(10).taxId}.pdf`, person(9).name);
    await many.sendButton.click();
    await many.inResult('failed').waitFor();
    await expect.poll(() => many.sendButton.isDisabled()).toBe(true);
    // First that the name is another company's, then that the upload before has no answer yet.
    await many.document('El nombre del archivo es de otra empresa').waitFor();
    await many.sendAnyway.click();
    await many.document('Hay una subida con resultado desconocido').waitFor();
    // Each confirmation counts together with the one before.
    await planFaults(application.dataFolder, [{ kind: 'drop_after', on: 'authorization' }]);
    await many.sendAnyway.click();
    await expect.poll(() => many.inResult('unknown').count()).toBe(2);
    await many.leaveButton.click();
    await many.tab('unresolved').click();
    await many.row(person(9).taxId).waitFor();
    await page.getByTestId('authorization-no-answer').waitFor();
  });
});

describeInSoak('several documents on the page of one company', () => {
  it('are told apart by their names, and one is taken', async () => {
    const { page, window } = await openMany();
    await window.goTo('companies');
    await new CompaniesPage(page).open(person(11).name);
    await window.dropFiles([pdf('uno.pdf'), pdf('dos.pdf')]);
    await page.getByTestId('only-one').getByText('uno.pdf').waitFor();
    const company = new CompanyPage(page);
    await company.sendUpload.click();
    await company.authorizationState('pending_validation').waitFor();
    expect(await company.documents.count()).toBe(1);
  });
});

describe('the results of many reviews at once', () => {
  it('lists first what prevents sending, and records every result with two dates', async () => {
    const { page, many } = await openMany();
    // Nothing blocks where no authorization is needed.
    await many.tab('blocking').getByText('0', { exact: true }).waitFor();
    expect(await many.tab('blocking').getAttribute('aria-pressed')).toBe('false');
    await leaveSoftwareGarante(page);
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).openAuthorizations();
    await expect.poll(() => many.tab('blocking').getAttribute('aria-pressed')).toBe('true');
    await many.search.fill('ibanez 7');
    await expect.poll(() => many.row('Ibáñez').count()).toBe(1);
    await new WindowPage(page).goTo('overview');
    await page.goBack();
    expect(await many.search.inputValue()).toBe('ibanez 7');
    await many.search.fill('');
    await many.chooseAll.click();
    await many.chosenButton('note').waitFor();
    await takePicture(page, 'authorizations-chosen');
    await many.noteChosen();
    // One waits for a lost answer; that concerns no other.
    await many.tab('pending').click();
    await many.chooseAll.click();
    // An open dialog stays although another window has emptied the list.
    await many.chosenButton('decide').click();
    // A day that is taken out is asked for; today's is not recorded in its place.
    await recordDecision(page, 'rejection', { date: '' }, { expectRefusal: true });
    await page.getByText('Escriba una fecha.').waitFor();
    const { authorizations } = await callElsewhere(page, 'authorizations.list', {
      states: ['pending_validation'],
    });
    const companies = authorizations.map(({ company, document }) => ({
      companyId: company.id,
      documentId: document?.id ?? null,
    }));
    await callElsewhere(page, 'authorizations.decideAll', { companies, decision: 'rejected' });
    const list = page.getByRole('grid');
    await list.waitFor({ state: 'detached' });
    await page.getByTestId('decision-dialog').waitFor();
    await page.keyboard.press('Escape');
    await many.tab('blocking').click();
    await many.chooseAll.click();
    await many.noteChosen();
    await many.tab('pending').click();
    await many.chooseAll.click();
    // The list is empty before the answer is there: nothing stays chosen.
    await page.route('**/api/call', async (route) => {
      if (route.request().postDataJSON().method !== 'authorizations.decideAll')
        return route.fallback();
      const response = await route.fetch();
      await list.waitFor({ state: 'detached' });
      await route.fulfill({ response });
    });
    await many.decideChosen('approval');
    await many.tab('all').click();
    await many.row(person(1).taxId).waitFor();
    expect(await page.getByTestId('choose-none').count()).toBe(0);
    await expect.poll(() => many.tab('pending').innerText()).toMatch(/\b0$/);
    await many.tab('unresolved').click();
    await many.row(person(9).taxId).waitFor();
    await many.chooseAll.click();
    await many.chosenButton('resolve').click();
    await page.getByRole('radio', { name: 'No consta' }).check();
    await page.getByTestId('dialog-save').click();
    await expect.poll(() => many.tab('unresolved').innerText()).toMatch(/\b0$/);
  });
});
