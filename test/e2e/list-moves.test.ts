import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { companyTaxId } from '../fixtures/validator/tax-ids.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { SourcePage } from './pages/fixing-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxpayer = { taxId: companyTaxId('B', 4_700_001), name: 'Talleres Bidea SL' };

const newCompany = {
  isIndividual: false,
  fullName: taxpayer.name,
  taxId: taxpayer.taxId,
  territoryId: 'bizkaia',
} as const;

/** Files with decimal commas, which have one right answer. */
const broken = ['uno.xml', 'dos.xml', 'tres.xml'].map((name, index) => ({
  name,
  content: makeDocument('240-received', { seed: index + 1, records: 2, taxpayer }).replace(
    /(<Importe(?:TotalFactura|Total)>-?\d+)\./g,
    '$1,',
  ),
}));

async function openBroken() {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const submit = new SubmitListPage(page);
  await new WindowPage(page).dropFiles(broken);
  for (const { name } of broken) await submit.standing(name, 'errors').waitFor();
  const { files } = await callElsewhere(page, 'submissions.worklist', {});
  const idsOf = (name: string) => files.flatMap((file) => (file.name === name ? [file.id] : []));
  const shownFile = () => submit.panel.getByTestId('panel-file').innerText();
  return { page, submit, idsOf, shownFile };
}

inSoak(
  'the panel in which a person works keeps its file, although another is on top of the list',
  async () => {
    const { page, submit, idsOf, shownFile } = await openBroken();
    const source = new SourcePage(page);
    // Nobody has chosen a file: the panel is of the one on top.
    const top = await shownFile();
    await callElsewhere(page, 'submissions.remove', { fileIds: idsOf(top) });
    await expect.poll(shownFile).not.toBe(top);
    const name = await shownFile();
    await source.open();
    await source.edit();
    await source.text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('typed');
    await callElsewhere(page, 'submissions.restore', { fileIds: idsOf(top) });
    await submit.untilFiles(3);
    expect(await source.text.allInnerTexts()).toContainEqual(expect.stringContaining('typed'));
    expect(await shownFile()).toBe(name);
  },
);

inSoak('an edited file keeps its editor when it leaves the shown tab', async () => {
  const { page, submit, shownFile } = await openBroken();
  const source = new SourcePage(page);
  const other = { taxId: companyTaxId('B', 4_700_002), name: 'Bidea Bi SL' };
  const good = (name: string, of: typeof taxpayer) => ({
    name,
    content: makeDocument('240-received', { seed: 9, records: 2, taxpayer: of }),
  });
  await new WindowPage(page).dropFiles([good('buena.xml', taxpayer), good('otra.xml', other)]);
  for (const name of ['buena.xml', 'otra.xml']) await submit.standing(name, 'newCompany').waitFor();
  await submit.tab('newCompany').click();
  await submit.row('buena.xml').click();
  await source.open();
  await source.edit();
  await source.text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('typed');
  await callElsewhere(page, 'companies.create', newCompany);
  await submit.row('buena.xml').waitFor({ state: 'detached' });
  expect(await source.text.allInnerTexts()).toContainEqual(expect.stringContaining('typed'));
  expect(await shownFile()).toBe('buena.xml');
});

inSoak('the dialogs of the foot stay, although the foot becomes another one', async () => {
  const { page, submit } = await openBroken();
  await submit.fixAllFiles.click();
  await submit.fixAllDialog.getByTestId('fix-all-total').getByText('3 archivos').waitFor();
  await callElsewhere(page, 'submissions.addSamples', {});
  await submit.sendButton.getByText('3 archivos').waitFor();
  await submit.fixAllSave.click();
  await submit.fixAllDialog.waitFor({ state: 'detached' });
  const fixed = broken.map(({ name }) => name.replace('.xml', '.corregido.xml'));
  for (const name of fixed) await submit.standing(name, 'newCompany').waitFor();

  for (const name of fixed) await submit.chooseBox(name).check();
  await submit.discardChosen.click();
  await submit.confirmRemoval.waitFor();
  await callElsewhere(page, 'companies.create', newCompany);
  await submit.sendButton.getByText('3 archivos').waitFor();
  await submit.confirmRemoval.click();
  await submit.untilFiles(3);
});

it('the second press of a double click on the bin leaves the next file', async () => {
  const { page, submit, idsOf, shownFile } = await openBroken();
  const removals: string[] = [];
  page.on('request', (request) => {
    const call = request.postData() ?? '';
    if (call.includes('"submissions.remove"')) removals.push(call);
  });
  await submit.discardFile.hover();
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await submit.untilFiles(2);
  }
  // Enter takes the next one, and that alone.
  await page.keyboard.press('Enter');
  await submit.untilFiles(1);
  expect(removals).toHaveLength(2);
  // An open text stays when another window empties the list.
  const source = new SourcePage(page);
  await source.open();
  await source.edit();
  await source.text.focus();
  await page.keyboard.type('typed');
  await callElsewhere(page, 'submissions.remove', { fileIds: idsOf(await shownFile()) });
  await callElsewhere(page, 'submissions.worklist', {});
  expect(await source.text.innerText()).toContain('typed');
  await page.keyboard.press('Escape');
  await source.discard.click();
  await page.getByTestId('drop-zone').waitFor();
});
