import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { makePdf } from '../fixtures/authorizations/documents.ts';
import { everythingIn, filesUnder, formsOf } from '../fixtures/secrets/planted.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { openLine } from '../integration/companies/relay.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { createDrafts, importPersons, person } from './fixtures/portfolio.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const one = person(1);
const certificateKey = 'planted/certificate+key=0123456789';
const clientKey = 'planted/client+key=abcdefghijklmnop';

/** Every file of a zip. */
async function contentsOfZip(path: string): Promise<Buffer[]> {
  const zip = await fromBufferPromise(readFileSync(path), { lazyEntries: true });
  const contents: Buffer[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    contents.push(Buffer.concat(chunks));
  }
  return contents;
}

describe('planted keys', () => {
  it('are in no file, output or trace of a run that ends in a crash, except sealed', async () => {
    const line = await openLine();
    const application = await startApplication({ sandbox: false });
    const page = await browser.open(application.url);
    const window = new WindowPage(page);
    const settings = new SettingsPage(page);
    await window.goToSettings('connection');
    await settings.baseUrl.fill(line.baseUrl);
    await settings.userApiKey.fill(line.userApiKey);
    await settings.certificateKey.fill(certificateKey);
    await settings.saveConnection.click();
    // The fields hold the keys until the answer; other readings may be refreshed before.
    await settings.saved('connection');
    await settings.readiness('certificate_key', 'ready').waitFor();
    // From here on nobody types or asks to see a key: a trace of all that follows must have none.
    await page.context().tracing.start({ snapshots: true, sources: false });
    line.troubles.push({ kind: 'change', change: (told) => ({ ...told, api_key: clientKey }) });
    await importPersons(page, 1);
    await createDrafts(page);
    const folder = mkdtempSync(join(tmpdir(), 'zubi-trace-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const companies = new CompaniesPage(page);
    await companies.openExport();
    const exported = await companies.exportPlain();
    const sealedAs = 'zortzi karaktere baino gehiago';
    await companies.openExport();
    const sealed = await companies.exportSealed(sealedAs);
    await companies.open(one.name);
    const company = new CompanyPage(page);
    // The service does not know the planted key: its refusals are stored too.
    await company.uploadAuthorization(
      { name: 'carta.pdf', mimeType: 'application/pdf', buffer: makePdf() },
      { expectRefusal: true },
    );
    await company.closeDialog();
    const submit = new SubmitPage(page);
    const owner = { taxId: one.taxId, name: 'IBÁÑEZ BEGOÑA' };
    const content = makeDocument('140-with-invoice', { seed: 3, records: 2, taxpayer: owner });
    await window.dropFiles([{ name: 'gastos.xml', content }]);
    await submit.standing('gastos.xml', 'ready').waitFor();
    await window.goTo('history');
    await window.goTo('settings');
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    const trace = join(folder, 'trace.zip');
    await page.context().tracing.stop({ path: trace });
    await application.kill('SIGSEGV');

    const planted = [line.userApiKey, certificateKey, clientKey].flatMap(formsOf);
    const looked: string[] = [];
    const look = (what: string, contents: Iterable<Buffer | string>) => {
      for (const each of contents) {
        looked.push(what);
        for (const form of planted) {
          const where = Buffer.isBuffer(each) ? each.indexOf(form) : each.indexOf(form);
          expect(where, `${what} holds ${form.slice(0, 9)}…`).toBe(-1);
        }
      }
    };
    look('output', [application.output()]);
    look('storage of the window', [stored]);
    const traced = await contentsOfZip(trace);
    // The search covers everything that the window showed.
    expect(traced.some((content) => content.includes(one.taxId))).toBe(true);
    look('trace', traced);
    look('export', [readFileSync(exported.path), readFileSync(sealed.path)]);
    for (const path of filesUnder(application.dataFolder)) look(path, everythingIn(path));
    expect(looked.filter((what) => what === 'trace').length).toBeGreaterThan(10);
    expect(looked.join()).toContain('zubi.log');
    expect(looked.join()).toContain('secrets.json');

    // They are there all the same: sealed.
    await new WindowPage(page).open((await application.restart()).url);
    await new WindowPage(page).goTo('companies');
    await new CompaniesPage(page).open(one.name);
    await new CompanyPage(page).revealKey.click();
    expect(await new CompanyPage(page).revealedKey.innerText()).toBe(clientKey);
  });
});
