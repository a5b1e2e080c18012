import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeZip } from '../fixtures/make-zip.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { publishedFiles } from '../unit/schemas/published.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const zip = (files: ReadonlyMap<string, Uint8Array>) => ({
  name: 'esquemas.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(makeZip([...files].map(([name, content]) => ({ name, content })))),
});

/** The published files in a folder as it is unpacked. */
function publishedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-e2e-schemas-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'LROE'));
  writeFileSync(join(folder, 'LEEME.txt'), 'not a schema');
  for (const [name, bytes] of publishedFiles()) writeFileSync(join(folder, 'LROE', name), bytes);
  return folder;
}

const opened = share(async () => {
  const { url } = await openApplication({ ownValidator: true });
  return browser.open(url);
});

describe('the list on Submit', () => {
  it('is exported as a report in every format', async () => {
    const page = opened();
    const submit = new SubmitPage(page);
    await submit.addSamples();
    await submit.standing('recibidas-lantegiak.xml', 'ready').waitFor();
    const beginnings = {
      html: /^<!doctype html>/,
      csv: /^\uFEFF?Archivo;/,
      json: /^\{/,
      junit: /^<\?xml/,
      sarif: /2\.1\.0/,
    } as const;
    for (const format of ['html', 'csv', 'json', 'junit', 'sarif'] as const) {
      await page.getByTestId('report-menu').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByTestId(`report-${format}`).click(),
      ]);
      const text = readFileSync(await download.path(), 'utf8');
      expect(text).toMatch(beginnings[format]);
      expect(text).toContain('recibidas-lantegiak.xml');
    }
  });

  inSoak('shares out a file with more records than a submission may have', async () => {
    const application = await openApplication();
    const page = await browser.open(application.url);
    const submit = new SubmitPage(page);
    const content = makeDocument('240-received', { seed: 8, records: 10_001, taxpayer: company });
    await submit.chooseFiles([
      { name: 'anual.xml', mimeType: 'text/xml', buffer: Buffer.from(content) },
    ]);
    await submit.standing('anual.xml', 'errors').waitFor();
    await submit.splitFile.click();
    await submit.standing('anual.1de2.xml', 'newCompany').waitFor();
    await submit.standing('anual.2de2.xml', 'newCompany').waitFor();
    await new WindowPage(page).toast('2 archivos añadidos a Presentar').waitFor();
  });
});

describe('schemas in the settings', () => {
  inSoak('are installed from a folder, chosen for a year, set back and removed', async () => {
    const page = opened();
    const settings = new SettingsPage(page);
    await new WindowPage(page).goToSettings('advanced');
    await settings.schemaPackage('built_in').getByTestId('schema-active').waitFor();
    await settings.installSchemaFolder(publishedFolder());
    await settings.schemaPackage('folder').getByTestId('schema-active').waitFor();
    await settings.useSchemasFor('folder', '2027, 2028');
    await settings.schemaPackage('folder').getByText('2027, 2028').waitFor();
    await settings.schemaBack.click();
    await settings.removeSchemas('folder');
    await new WindowPage(page).toast('Paquete quitado').waitFor();
    expect(await settings.schemaBack.count()).toBe(0);
  });

  it('are installed after confirmation when verdicts differ, and change nothing when broken', async () => {
    const page = opened();
    const settings = new SettingsPage(page);
    const window = new WindowPage(page);
    await window.goToSettings('advanced');
    const broken = publishedFiles();
    broken.delete('values.xsd');
    await settings.installSchemas(zip(broken));
    await window.errorOf('schema_package_incomplete').waitFor();
    expect(await settings.schemaPackage('zip').count()).toBe(0);

    await settings.installSchemas(zip(publishedFiles(5)));
    await settings.schemaDifferences.waitFor();
    expect(await settings.schemaPackage('zip').count()).toBe(0);
    await settings.installDiffering.click();
    await settings.schemaPackage('zip').getByTestId('schema-active').waitFor();
    expect(await window.errorNotice.count()).toBe(0);
  });
});
