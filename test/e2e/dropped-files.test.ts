import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeZip } from '../fixtures/make-zip.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

/**
 * A folder with more files than the browser reads at once, a folder in it, and other files than
 * XML.
 */
function makeFolder(files: number, firstSeed = 0): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-carpeta-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, seed: number) =>
    writeFileSync(join(folder, name), makeDocument('240-received', { seed, records: 1, taxpayer }));
  for (let index = 0; index < files; index += 1) write(`factura ${index}.xml`, firstSeed + index);
  mkdirSync(join(folder, 'año & 3T', 'vacía'), { recursive: true });
  write(join('año & 3T', 'dentro.xml'), firstSeed + files);
  writeFileSync(join(folder, 'listado.pdf'), '%PDF-1.7');
  writeFileSync(join(folder, 'notas.txt'), 'Facturas del trimestre');
  return folder;
}

/** How often the window announced files to the core, and the answers. */
function countExpected(page: Page): { readonly answered: boolean[] } {
  const answered: boolean[] = [];
  page.on('response', async (response) => {
    if (!response.request().postData()?.includes('"submissions.expectFiles"')) return;
    answered.push((await response.json()).ok);
  });
  return { answered };
}

/** The list is empty until the first folder is dropped. */
const opened = share(async () => {
  const { url } = await openApplication();
  return browser.open(url);
});

it('files dragged over the window are expected before they are dropped, once for each drag, and when the dialog for choosing them opens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-carpeta-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const page = opened();
  const window = new WindowPage(page);
  await window.goTo('submit');
  const expected = countExpected(page);
  await window.dropText('no es un archivo');
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true]);
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true, true]);
  // A document dragged over a page of the companies is usually for it.
  await window.goTo('companies');
  await window.dragAway([folder]);
  await window.goTo('overview');
  await window.dragAway([folder]);
  await expect.poll(() => expected.answered).toEqual([true, true, true]);

  await window.goTo('submit');
  const chooser = page.waitForEvent('filechooser');
  await new SubmitPage(page).openFileDialog();
  await chooser;
  await expect.poll(() => expected.answered).toEqual([true, true, true, true]);
});

inSoak(
  'a folder dropped on the window is read with all its folders, a zip file adds the documents in it, and files that are no XML are skipped',
  async () => {
    const page = opened();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    await window.openAnew('overview');
    const folder = makeFolder(105);
    // A service's request under a neutral name.
    const xml = makeDocument('240-received', { seed: 900, records: 1, taxpayer });
    const request = { xml_contents: Buffer.from(xml).toString('base64') };
    writeFileSync(join(folder, 'julio.json'), JSON.stringify(request));
    const reader = await new KeyboardWalk(page).listen();
    await window.dropPaths([folder]);
    await window.waitUntilReady('submit');
    await page.getByText('2 archivos no son XML y no se han añadido').waitFor();
    await submit.untilFiles(107);
    // A screen reader is told of the progress, not of each file.
    const told = (await reader.told()).length;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(10);
    expect(await window.errorNotice.count()).toBe(0);

    // The zip file's other files are reported in one line, too.
    await window.openAnew('submit');
    const document = (seed: number) => makeDocument('240-received', { seed, records: 1, taxpayer });
    const content = makeZip([
      { name: '2026/', content: '' },
      { name: '2026/3T/julio.xml', content: document(701) },
      { name: '2026/3T/agosto/agosto.xml', content: document(702) },
      { name: '2026/resumen.pdf', content: '%PDF-1.7' },
      { name: '2026/3T/clientes.csv', content: 'NIF;Nombre' },
      { name: '__MACOSX/2026/3T/._julio.xml', content: 'x' },
    ]);
    await window.dropFiles([{ name: 'trimestre.zip', content }]);
    await page.getByText('2 archivos no son XML y no se han añadido').waitFor();
    await submit.untilFiles(109);
    expect(await page.getByText('trimestre.zip').count()).toBe(0);
    expect(await window.errorNotice.count()).toBe(0);
  },
);

inSoak('a folder named like a file, among very many files, is entered like any other', async () => {
  const page = opened();
  const window = new WindowPage(page);
  await window.openAnew('submit');
  const folder = makeFolder(101, 1_000);
  const inside = join(folder, 'trimestre.xml');
  mkdirSync(join(inside, 'julio'), { recursive: true });
  writeFileSync(join(inside, 'notas.txt'), 'no es XML');
  for (const [index, name] of ['a.xml', join('julio', 'b.xml')].entries())
    writeFileSync(
      join(inside, name),
      makeDocument('240-received', { seed: 500 + index, records: 1, taxpayer }),
    );
  const files = Array.from({ length: 101 }, (_, index) => join(folder, `factura ${index}.xml`));
  await window.dropPaths([...files, inside]);
  await page.getByText('1 archivo no es XML y no se ha añadido').waitFor({ timeout: 90_000 });
  await new SubmitPage(page).untilFiles(109 + 103);
  expect(await window.errorNotice.count()).toBe(0);
});

inSoak('files that the host could not check are checked once it answers again', async () => {
  const page = await browser.open((await openApplication()).url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  let isCut = true;
  await page.route('**/api/call', async (route) => {
    const isCheck = route.request().postDataJSON().method === 'submissions.check';
    await (isCut && isCheck ? route.abort() : route.continue());
  });
  const content = makeDocument('240-received', { seed: 3, records: 1, taxpayer });
  await window.dropFiles([{ name: 'uno.xml', content }]);
  await window.toast('No se ha podido comprobar').waitFor();
  isCut = false;
  await window.goTo('history');
  await window.goTo('submit');
  await submit.standing('uno.xml', 'newCompany').waitFor();
});
