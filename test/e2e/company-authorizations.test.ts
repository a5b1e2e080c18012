import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exe, makePdf, makePng, zips } from '../fixtures/authorizations/documents.ts';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { openLine } from '../integration/companies/relay.ts';
import { describeInSoak, inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { leaveSoftwareGarante, person, registerPersons } from './fixtures/portfolio.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { AuthorizationsPage } from './pages/authorizations-page.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { errorIn } from './pages/error-code.ts';
import { ImportPage } from './pages/import-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const one = person(1);
const pdf = (name: string, bytes = makePdf()) => ({
  name,
  mimeType: 'application/pdf',
  buffer: bytes,
});

/** A day so many days from today in the window's zone, in a date input's form. */
function day(offset: number, years = 0): string {
  const date = new Date();
  date.setFullYear(date.getFullYear() + years);
  date.setDate(date.getDate() + offset);
  return date.toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });
}

async function openWithCompanies(count: number) {
  const application = await openApplication();
  const page = await browser.open(application.url);
  await registerPersons(page, count);
  return { application, page };
}

/** An office whose companies need their authorization. */
const office = share(async () => {
  const opened = await openWithCompanies(5);
  await leaveSoftwareGarante(opened.page);
  return opened;
});

async function openCompany(page: Page, name = one.name): Promise<CompanyPage> {
  await new WindowPage(page).goTo('companies');
  await new CompaniesPage(page).open(name);
  return new CompanyPage(page);
}

describeInSoak('the authorization template', () => {
  it('is kept in Settings, opens from a company’s page, is replaced, survives a restart and is removed', async () => {
    const { application, page } = await openWithCompanies(1);
    const settings = new SettingsPage(page);
    const window = new WindowPage(page);
    await leaveSoftwareGarante(page);
    const company = await openCompany(page);
    await company.template.getByRole('link').click();
    await window.waitUntilReady('settings');
    await settings.keepTemplate(pdf('modelo.pdf', exe));
    await errorIn(settings.template, 'template_not_pdf').waitFor();
    expect(await settings.keptTemplate.count()).toBe(0);
    await settings.keepTemplate({ name: 'modelo.png', mimeType: 'image/png', buffer: makePng() });
    await errorIn(settings.template, 'template_not_pdf').waitFor();
    const first = makePdf({ version: '1.5' });
    await settings.keepTemplate(pdf('modelo.pdf', first));
    await settings.keptTemplate.getByText('modelo.pdf').waitFor();
    await settings.keepTemplate(pdf('modelo 2027.pdf', makePdf({ version: '1.6' })));
    await settings.keptTemplate.getByText('modelo 2027.pdf').waitFor();

    const again = await browser.open((await application.restart()).url);
    const opened = await (await openCompany(again)).openTemplate();
    expect(opened.name).toBe('modelo 2027.pdf');
    expect(opened.bytes.equals(makePdf({ version: '1.6' }))).toBe(true);
    await new WindowPage(again).goToSettings('office');
    await new SettingsPage(again).removeTemplate();
    await new SettingsPage(again).keptTemplate.waitFor({ state: 'detached' });
    await (await openCompany(again)).template.getByRole('link').waitFor();
  });
});

describeInSoak('where no authorization is needed', () => {
  it('the page says why: the company is of Araba, and Software Garante status counts only once it is recorded', async () => {
    const line = await openLine();
    const application = await openApplication({ sandbox: false });
    const page = await browser.open(application.url);
    const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
    await window.goToSettings('connection');
    await settings.connect(line.baseUrl, line.userApiKey);
    const heading = 'NIF;Nombre completo;Persona física;Nombre;Primer apellido;Territorio';
    const row = `${one.taxId};Ane Araba;sí;Ane;Araba;Araba`;
    await window.goTo('companies');
    await window.dropFiles([{ name: 'cartera.csv', content: `${heading}\n${row}` }]);
    await new ImportPage(page).save();
    const company = await openCompany(page, 'Ane Araba');
    const [ofAraba, ofOffice] = ['La empresa es de Araba', 'el despacho es Software Garante'];
    const said = () => company.panel.getByText(/es de Araba:|No hace falta para/).innerText();
    await expect.poll(said).toContain(ofAraba);
    expect(await page.locator('[data-authorization="none"]').count(), 'missing').toBe(0);
    await window.railFoot.getByText('Sin datos de Software Garante').waitFor();
    for (const [holds, why] of [
      [true, ofOffice],
      [false, ofAraba],
    ] as const) {
      await window.goToSettings('connection');
      await settings.holdsGarante.setChecked(holds, { force: true });
      await settings.describeGarante({
        taxId: 'B00000034',
        license: 'L',
        name: 'Zubi',
        version: '1',
      });
      await settings.readiness('software_garante', holds ? 'ready' : 'attention').waitFor();
      await openCompany(page, 'Ane Araba');
      await expect.poll(said).toContain(why);
      const status = holds ? 'Software Garante' : 'No es Software Garante';
      await window.railFoot.getByText(status, { exact: true }).waitFor();
    }
  });
});

describe("the review's result", () => {
  inSoak(
    'is a rejection with its reason and day; a new document sets it back to pending',
    async () => {
      const { page } = await openWithCompanies(1);
      const company = await openCompany(page);
      await company.uploadAuthorization(pdf('carta.pdf'));
      await company.authorizationState('pending_validation').waitFor();
      await company.record('rejection', { reason: 'Falta la firma', date: day(0) });
      await company.authorizationState('rejected').waitFor();
      await company.panel.getByText('Motivo: Falta la firma').waitFor();
      await company.uploadAuthorization(pdf('carta firmada.pdf', makePdf({ version: '1.6' })));
      await company.authorizationState('pending_validation').waitFor();
      await company.record('approval');
      await company.authorizationState('approved').waitFor();
      // Every document and every step stays.
      await expect.poll(() => company.documents.count()).toBe(2);
      expect(await company.eventKinds()).toEqual([
        ...['approved', 'uploaded', 'sending', 'rejected', 'uploaded', 'sending'],
      ]);
    },
  );

  inSoak('is recorded from the list too', async () => {
    const { page } = office();
    for (const number of [4, 5]) {
      const company = await openCompany(page, person(number).name);
      await company.uploadAuthorization(pdf(`carta ${number}.pdf`));
      await company.authorizationState('pending_validation').waitFor();
    }
    const many = new AuthorizationsPage(page);
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).openAuthorizations();
    for (const lines of [1, 2] as const) await many.expectRows(person(4).taxId, lines);
    await many.decide(person(4).taxId, 'approval');
    await many.tab('pending').getByText('1').waitFor();
    await many.decide(person(5).taxId, 'rejection', { reason: 'Ilegible' });
    await many.tab('pending').getByText('0').waitFor();
    await many.tab('all').click();
    await many.inState(person(4).taxId, 'approved').waitFor();
    await many.inState(person(5).taxId, 'rejected').waitFor();
  });

  it('ends after five years at most, with a reminder before and a refusal after', async () => {
    const { page } = office();
    const company = await openCompany(page, person(3).name);
    // It was uploaded and approved in the service's panel years ago; a decision from before the
    // document does not count.
    await company.noteUpload(day(10, -5));
    await company.authorizationState('pending_validation').waitFor();
    await company.record('approval', { date: day(9, -5) }, { expectRefusal: true });
    await company.errorOf('authorization_day').waitFor();
    // The code itself is under technical details.
    expect(await page.getByText('authorization_day').isVisible()).toBe(false);
    await company.cancelDialog();
    await company.record('approval', { date: day(20, -5) });
    await company.panel.getByText('Vence en 20 días').waitFor();
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).reminder.getByRole('button').click();
    await new WindowPage(page).waitUntilReady('authorizations');
    await new AuthorizationsPage(page).inState(person(3).taxId, 'approved').waitFor();

    await openCompany(page, person(3).name);
    await company.expectNoteWarns();
    await company.expiryButton.click();
    await company.chooseDay('05/11/2026', '6 noviembre 2026');
    await expect.poll(() => company.expiryDate.inputValue()).toBe('6 nov 2026');
    await company.typeExpiry(day(-1));
    await company.panel.getByText('Vencida').first().waitFor();
    const submit = new SubmitListPage(page);
    const owner = { taxId: person(3).taxId, name: 'IBÁÑEZ BEGOÑA' };
    const content = makeDocument('140-with-invoice', { seed: 3, records: 2, taxpayer: owner });
    await new WindowPage(page).dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'noAuthorization').waitFor();
    await submit.select('gastos.xml');
    await errorIn(submit.obstacle, 'authorization_expired').waitFor();
    await submit.wayOut('gastos.xml').click();
    await new WindowPage(page).waitUntilReady('company');
    await company.authorizationState('approved').waitFor();
  });
});

describe('an upload whose answer was lost', () => {
  it('blocks everything until a person says what the panel shows', async () => {
    const { application, page } = office();
    const company = await openCompany(page);
    const lose = () =>
      planFaults(application.dataFolder, [{ kind: 'drop_after', on: 'authorization' }]);
    await lose();
    await company.uploadAuthorization(pdf('carta.pdf'), { expectRefusal: true });
    await company.errorOf('authorization_unknown').waitFor();
    await company.closeDialog();
    await company.unresolved.waitFor();
    await company.authorizationState('none').waitFor();
    // The same again only after a confirmation.
    await company.uploadAuthorization(pdf('carta.pdf'), { expectRefusal: true });
    await company.errorOf('authorization_unresolved').waitFor();
    await company.closeDialog();

    const many = new AuthorizationsPage(page);
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).openAuthorizations();
    await many.tab('unresolved').getByText('1').waitFor();
    await openCompany(page);
    await company.wasNotReceived.click();
    await company.unresolved.waitFor({ state: 'detached' });
    await company.authorizationState('none').waitFor();

    await lose();
    await company.uploadAuthorization(pdf('carta.pdf'), { expectRefusal: true });
    await company.errorOf('authorization_unknown').waitFor();
    await company.closeDialog();
    await company.wasReceived.click();
    await company.authorizationState('pending_validation').waitFor();
  });
});

describeInSoak('refused documents, each with its reason, none of them sent', () => {
  it('an EXE named .pdf, a polyglot, a program in a PDF, a PDF cut short, an empty file, one of 300 MB', async () => {
    const { page } = office();
    const company = await openCompany(page, person(2).name);
    const whole = makePdf();
    const active = makePdf({ objects: ['<</S/JavaScript/JS(app.alert)>>'] });
    for (const [bytes, code] of [
      [exe, 'document_type_refused'],
      [Buffer.concat([whole, zips.full]), 'document_ambiguous'],
      [active, 'document_active'],
      [whole.subarray(0, whole.length - 30), 'document_damaged'],
      [Buffer.alloc(0), 'document_damaged'],
    ] as const) {
      await company.uploadAuthorization(pdf('carta.pdf', bytes));
      await company.errorOf(code).waitFor();
      expect(await company.sendUpload.count()).toBe(0);
      await company.closeDialog();
    }
    await company.authorizationState('none').waitFor();
    expect(await company.documents.count()).toBe(0);

    // A "PDF" of 300 MB, without filling the memory of the window.
    const folder = mkdtempSync(join(tmpdir(), 'zubi-huge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'enorme.pdf');
    writeFileSync(path, makePdf());
    truncateSync(path, 300 * 1024 * 1024);
    await company.authorizationInput.setInputFiles(path);
    await company.errorOf('document_too_large').waitFor();
    expect(await company.sendUpload.count()).toBe(0);
    await company.closeDialog();
    await company.authorizationState('none').waitFor();
    const many = new AuthorizationsPage(page);
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).openAuthorizations();
    // Among others it is left out and named; they are taken in.
    const good = join(folder, `${person(2).taxId}.pdf`);
    writeFileSync(good, makePdf());
    await many.input.setInputFiles([path, good]);
    await many.matched('matched').waitFor();
    await new WindowPage(page).errorNotice.getByText('enorme.pdf').waitFor();
  });

  it('one whose name has the tax id of another company, unless a person says yes', async () => {
    const { page } = await openWithCompanies(2);
    const company = await openCompany(page);
    await company.uploadAuthorization(pdf(`${person(2).taxId}.pdf`), { expectRefusal: true });
    await company.errorOf('authorization_other_company').waitFor();
    expect(await company.documents.count()).toBe(0);
    await company.sendUpload.click();
    await company.authorizationState('pending_validation').waitFor();
  });
});
