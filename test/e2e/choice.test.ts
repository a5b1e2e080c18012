import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { openReopened } from './fixtures/running.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const lantegiak = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const document = (seed: number) =>
  makeDocument('240-received', { seed, records: 2, taxpayer: lantegiak });

describe('choosing on the worklist', () => {
  /** The samples on the worklist. */
  const opened = share(async () => {
    const application = await openReopened();
    await new SubmitPage(application.page).addSamples();
    return application;
  });

  inSoak('works by keyboard alone, and keeps the order of a column', async () => {
    const { page } = opened();
    const submit = new SubmitPage(page);
    await submit.sendButton.waitFor();
    await submit.sortBy('Archivo');
    await submit.table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    expect(await submit.chooseBox('gastos-etxeberria.xml').isChecked()).toBe(true);
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 1 archivo · 1 empresa\b/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    expect(await submit.chooseBox('recibidas-lantegiak.xml').isChecked()).toBe(true);
    await page.keyboard.press('Control+a');
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 3 archivos · 2 empresas\b/);
    await page.keyboard.press('Control+a');
    await submit.foot.getByText('3 archivos para enviar').waitFor();
  });

  it('sends the chosen files, says so on the button, and keeps the rest', async () => {
    const application = opened();
    const { page } = application;
    const window = new WindowPage(page);
    const submit = new SubmitListPage(page);
    await window.openAnew('submit');
    const broken = document(3).replaceAll(
      /<TipoImpositivo>(\d+)\.(\d+)</g,
      '<TipoImpositivo>$1,$2<',
    );
    await window.dropFiles([
      { name: 'julio.xml', content: document(1) },
      { name: 'agosto.xml', content: document(2) },
      { name: 'roto.xml', content: broken },
    ]);
    await submit.standing('roto.xml', 'errors').waitFor();
    await submit.standing('agosto.xml', 'ready').waitFor();
    await submit.standing('julio.xml', 'ready').waitFor();
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 5 archivos · 2 empresas\b/);

    await submit.narrowTo('company', /^Bizkaiko Lantegiak SA \(4\)$/);
    await expect.poll(() => submit.rows.count()).toBe(4);
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 3 archivos · 1 empresa\b/);
    await submit.chooseAll.click();
    await submit.chooseBox('julio.xml').uncheck();
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 2 archivos · 1 empresa\b/);
    await submit.foot.getByText('3 archivos elegidos').waitFor();
    await submit.foot
      .getByText('1 de los elegidos no se puede enviar y se queda en la lista')
      .waitFor();
    await submit.sendButton.click();
    await submit.submissionState('agosto.xml', 'accepted').waitFor();
    await submit.submissionState('recibidas-lantegiak.xml', 'accepted').waitFor();

    await application.startAgain();
    await window.goTo('submit');
    await submit.standing('julio.xml', 'ready').waitFor();
    await submit.standing('roto.xml', 'errors').waitFor();
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 3 archivos · 2 empresas\b/);

    // A copy is chosen in the place of its original.
    await submit.chooseBox('roto.xml').check();
    await submit.fixAllFiles.click();
    await submit.fixAllSave.click();
    const fixed = submit.chooseBox('roto.corregido.xml');
    await expect.poll(() => fixed.isChecked()).toBe(true);
    await submit.foot.getByText('1 archivo elegido').waitFor();
    await fixed.uncheck();

    await submit.openFilters();
    await submit.groupByCompany.check();
    await page.keyboard.press('Escape');
    expect(await submit.groupHeads.allInnerTexts()).toEqual([
      lantegiak.name,
      'Etxeberria Agirre Miren',
    ]);
    await submit.chooseGroup('Etxeberria Agirre Miren').check();
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 2 archivos · 1 empresa\b/);
    await submit.discardChosen.click();
    await submit.chooseGroup('Etxeberria Agirre Miren').waitFor({ state: 'detached' });
    expect(await submit.sendButton.innerText()).toMatch(/^Enviar 2 archivos · 1 empresa\b/);
    await window.goTo('history');
    await expect.poll(() => new HistoryPage(page).rows.count()).toBe(2);
  });

  inSoak(
    'shows how far the queue is, and how to stop it, while the rest could be sent',
    async () => {
      const application = await openApplication();
      const page = await browser.open(application.url);
      const window = new WindowPage(page);
      const submit = new SubmitPage(page);
      await window.dropFiles(
        [1, 2, 3].map((seed) => ({ name: `${seed}.xml`, content: document(seed) })),
      );
      await submit.createCompanies.click();
      await new CompanyDialog(page).save();
      for (const name of ['1.xml', '2.xml', '3.xml'])
        await submit.standing(name, 'ready').waitFor();
      await planFaults(application.dataFolder, [{ kind: 'delay', ms: 60_000 }]);
      await submit.chooseBox('1.xml').check();
      await submit.chooseBox('2.xml').check();
      // The list shows queued files before the sending itself has answered.
      const queued = submit.progressSays('Enviados 0 de 2');
      await page.route('**/api/call', async (route) => {
        if (route.request().postDataJSON().method !== 'submissions.send') return route.continue();
        const response = await route.fetch();
        await queued.waitFor();
        await route.fulfill({ response });
      });
      await submit.sendButton.click();
      await queued.waitFor();
      await submit.sendButton.getByText('Enviar 1 archivo').waitFor();
      await submit.progress.getByTestId('pause-queue').waitFor();
      await takePicture(page, 'submit-sending-and-rest');
      // Also from the batch, and the notice of a paused queue, which is on every page.
      await window.goTo('history');
      await new HistoryPage(page).open('2.xml');
      await new SubmissionPage(page).batchLink.click();
      await page.getByTestId('pause-queue').waitFor();
      await takePicture(page, 'batch-moving');
      await page.getByTestId('pause-queue').click();
      await page.getByTestId('cancel-paused').click();
      await window.goTo('submit');
      await submit.sendButton.getByText('Enviar 2 archivos').waitFor();
      // The total stays while the batch runs.
      await submit.progressSays('Enviados 0 de 2').waitFor();
    },
  );
});
