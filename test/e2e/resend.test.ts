import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { entity, register } from './fixtures/registered.ts';
import { planFaults } from './fixtures/sandbox.ts';
import { findViolations, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { DialogKeys } from './pages/dialog-keys.ts';
import { errorIn } from './pages/error-code.ts';
import { HistoryPage } from './pages/history-page.ts';
import { RetryAllPage } from './pages/retry-all-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { UnknownPage } from './pages/unknown-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const plant = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };
const received = (name: string, firstRecord: number, operation: 'A00' | 'M00' = 'A00') => ({
  name: `${name}.xml`,
  content: makeDocument('240-received', {
    seed: 5,
    records: 2,
    firstRecord,
    taxpayer: plant,
    operation,
  }),
});
const mustRecycle = (name: string, firstRecord: number) => ({
  name: `${name}.xml`,
  content: makeDocument('140-with-invoice', { seed: 6, records: 2, firstRecord, taxpayer: person }),
});

const creation = received('alta', 0);
const heavy = received('pesada', 30);
const modification = received('cambio', 0, 'M00');
const others = [
  received('recibidas', 10),
  mustRecycle('gastos uno', 0),
  mustRecycle('gastos dos', 10),
];

/** A window with the files on its list, ready to be sent. */
async function openWith(files: readonly { readonly name: string; readonly content: string }[]) {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const names = { firstName: 'Miren', lastName1: 'Etxeberria', lastName2: 'Agirre' };
  await register(page, entity(plant), { ...entity(person), ...names, isIndividual: true });
  await window.dropFiles([...files]);
  for (const { name } of files) await submit.standing(name, 'ready').waitFor();
  return { application, page, window, submit };
}

it('undelivered files are sent again together from the history, which says for whom, how many, and which stay and why; a refused key gives one notice with cause and way out, and each file its reason', async () => {
  const files = [creation, ...others];
  const { application, page, window, submit } = await openWith(files);
  const [history, retry] = [new HistoryPage(page), new RetryAllPage(page)];
  const refused = { kind: 'status', status: 404 };
  await planFaults(application.dataFolder, Array(4).fill(refused));
  await submit.sendButton.click();
  await expect.poll(() => window.attentionBadge.textContent()).toContain('4');
  await submit.foot.getByText('4 archivos no entregados').waitFor();
  expect(await submit.tab('undelivered').innerText()).toMatch(/4$/);
  // One of them has been dropped and sent once more, and arrived.
  const again = { ...creation, name: 'alta otra vez.xml' };
  await window.dropFiles([again]);
  await submit.chooseBox(again.name).check();
  await submit.sendButton.click();
  await submit.submissionState(again.name, 'accepted').waitFor();
  // One more is refused for what it holds: it is to be corrected, and sent no more as it is.
  await planFaults(application.dataFolder, [{ kind: 'status', status: 413 }]);
  await window.dropFiles([heavy]);
  await submit.chooseBox(heavy.name).check();
  await submit.sendButton.click();
  await submit.submissionState(heavy.name, 'failed').waitFor();
  await submit.standing(heavy.name, 'errors').waitFor();
  await expect.poll(() => submit.tab('undelivered').innerText()).toMatch(/4$/);
  // The page of one leads to all with the same reason.
  await window.goTo('history');
  await history.open('recibidas.xml');
  // Its batch offers only those that were not sent again.
  await new SubmissionPage(page).batchLink.click();
  await retry.ofBatch.getByText('los 3 no entregados').waitFor();
  expect(await new BatchPage(page).result('failed').innerText()).toContain('4');
  await page.goBack();
  await new SubmissionPage(page).retryButton.waitFor();
  await retry.together.getByText('(3)').click();
  await window.waitUntilReady('history');
  await expect.poll(() => history.rows.count()).toBe(3);
  await window.railLink('history').click();
  // 1440 pixels at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect.poll(() => history.cutStates()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await history.choose('state', 'No entregado');
  await expect.poll(() => history.rows.count()).toBe(5);
  await retry.chooseAll.click();
  await retry.chosen.getByText('Enviar los 4 otra vez').click();
  const said = await retry.going.innerText();
  for (const words of [
    plant.name,
    plant.taxId,
    person.name,
    '1 envío · 2 registros',
    '2 envíos · 4 registros',
  ])
    expect(said).toContain(words);
  expect(await retry.left.innerText()).toContain('2 no se envían');
  expect(await retry.reason('service_too_large').innerText()).toContain(heavy.name);
  expect(await retry.reason('already_sent').innerText()).toContain(creation.name);
  await takePicture(page, 'retry-all');
  expect(await findViolations(page)).toEqual([]);
  const keys = new DialogKeys(page);
  await keys.expectRefusal('submissions.retryAll', keys.submit);
  await retry.save.getByText('Enviar 3 otra vez').waitFor();
  await retry.send();
  await window.toast('3 envíos vuelven a la cola.').waitFor();
  // Nothing stays chosen; the results stand above them.
  await retry.chosen.waitFor({ state: 'detached' });
  await window.railLink('history').click();
  for (const { name } of others) await history.state(name, 'accepted').waitFor();
  expect(await history.rows.filter({ hasText: 'alta.xml' }).count()).toBe(1);
  await history.open(creation.name);
  const replaced = new SubmissionPage(page);
  await replaced.attention.getByText('Enviado otra vez').waitFor();
  expect(await replaced.retryButton.count()).toBe(0);
  await page.goBack();
  await history.open(heavy.name);
  await page.getByText('El servicio rechazaría otra vez el mismo archivo').waitFor();
  await page.getByText('el servicio no ha admitido el archivo.').waitFor();
  const refusedPage = new SubmissionPage(page);
  expect(await refusedPage.retryButton.count()).toBe(0);
  // Its file waits on Submit; once it is gone, it is put there again.
  await refusedPage.fixOnSubmit.click();
  await submit.panel.getByTestId('panel-file').getByText(heavy.name, { exact: true }).waitFor();
  await takePicture(page, 'refused-on-submit');
  await submit.panel.getByTestId('refused-source').click();
  const source = page.getByRole('dialog').filter({ hasText: heavy.name });
  await source.waitFor();
  await page.keyboard.press('Escape');
  await source.waitFor({ state: 'detached' });
  await submit.discardFile.click();
  await submit.row(heavy.name).waitFor({ state: 'detached' });
  const earlier = [received('antes', 50), received('luego', 60)];
  await window.dropFiles(earlier);
  for (const { name } of earlier) await submit.standing(name, 'ready').waitFor();
  await window.goTo('history');
  await history.open(heavy.name);
  await refusedPage.prepareCorrection.click();
  const prepared = 'pesada.rechazados.xml';
  await submit.standing(prepared, 'ready').waitFor();
  // While that one waits in a queue that has paused, no second one is offered.
  await planFaults(application.dataFolder, Array(2).fill({ kind: 'status', status: 401 }));
  await submit.sendButton.click();
  for (const { name } of earlier) await submit.submissionState(name, 'failed').waitFor();
  await submit.submissionState(prepared, 'queued').waitFor();
  const cause = 'El servicio no reconoce la clave';
  const notices = page.locator('.z-notices').getByText(cause, { exact: true });
  await expect.poll(() => notices.count()).toBe(1);
  const notice = page.getByTestId('notice-paused');
  await notice.getByText('Compruebe las claves en Ajustes, Conexión. 1 archivo espera').waitFor();
  expect(await notice.getByRole('link').getAttribute('href')).toBe('#/settings/connection');
  await notice.getByTestId('resume-queue').waitFor();
  for (const { name } of earlier) {
    await submit.select(name);
    await submit.panel.getByTestId('panel-file').getByText(name, { exact: true }).waitFor();
    await submit.panel.getByTestId('undelivered').getByText(cause, { exact: true }).waitFor();
  }
  await takePicture(page, 'key-refused');
  expect(await window.toast(cause).count()).toBe(0);
  await window.goTo('history');
  await history.open(heavy.name);
  await refusedPage.attention.getByText('Enviado otra vez').waitFor();
  expect(await refusedPage.prepareCorrection.count()).toBe(0);
});

it('an open decision stays when another window decides meanwhile, and says so; sending again, refused, names the way out', async () => {
  const { application, page, window, submit } = await openWith([creation]);
  const submission = new SubmissionPage(page);
  await planFaults(application.dataFolder, [{ kind: 'drop_after' }]);
  await submit.sendButton.click();
  await submit.submissionState(creation.name, 'unknown').click();
  await submission.resolveButton.click();
  const dialog = page.getByTestId('resolve-dialog');
  await dialog.locator('input[value="accepted"]').check();
  await dialog.locator('textarea').fill('Consta en el panel');
  const { submissions } = await callElsewhere(page, 'submissions.list', {});
  const id = submissions[0]?.id ?? '';
  await callElsewhere(page, 'submissions.resolve', { id, decision: 'not_delivered' });
  await submission.state('failed').waitFor();
  await dialog.getByTestId('dialog-save').click();
  await errorIn(dialog, 'submission_state').waitFor({ state: 'attached' });
  expect(await dialog.locator('textarea').inputValue()).toBe('Consta en el panel');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Submit does not ask again for what the person has looked up.
  await window.goTo('submit');
  await submit.panel.getByText('Puede enviarlo otra vez sin riesgo').waitFor();
  expect(await submit.panel.innerText()).not.toContain('panel del servicio');
  await page.goBack();
  await submission.state('failed').waitFor();

  // The way out of a refusal stays within the notice.
  const companyId = submissions[0]?.company.id ?? '';
  await callElsewhere(page, 'companies.archive', { id: companyId });
  await page.setViewportSize({ width: 1200, height: 768 });
  await submission.retryButton.click();
  const remedy = await page.locator('[data-remedy="company_archived"]').boundingBox();
  const notice = await submission.attention.boundingBox();
  if (remedy === null || notice === null) throw new Error('no notice');
  expect(remedy.x + remedy.width).toBeLessThan(notice.x + notice.width);
});

inSoak(
  'what did not arrive is offered to be sent again right after the decision, in its order',
  async () => {
    const { application, page, window, submit } = await openWith([creation, others[1] ?? creation]);
    const [history, unknown, retry] = [
      new HistoryPage(page),
      new UnknownPage(page),
      new RetryAllPage(page),
    ];
    await planFaults(application.dataFolder, [{ kind: 'drop_before' }, { kind: 'drop_before' }]);
    await submit.sendButton.click();
    for (const name of [creation.name, 'gastos uno.xml'])
      await submit.submissionState(name, 'unknown').waitFor();
    // A file that builds on one of them waits for it, and says so instead of the progress.
    await window.dropFiles([modification]);
    await submit.standing(modification.name, 'ready').waitFor();
    await submit.sendButton.click();
    await retry.waitsFor.getByRole('link', { name: creation.name }).waitFor();
    const foot = await submit.progress.innerText();
    expect(foot).toContain('1 archivo espera a que se resuelva un envío anterior');
    expect(foot).not.toContain('0 de 1');
    await takePicture(page, 'held-foot');
    await retry.waitsFor.getByRole('link').click();
    await new SubmissionPage(page).timeline.waitFor();

    await page.goto(`${page.url().split('#')[0]}#/history?state=unknown`);
    await unknown.chooseAll.click();
    await unknown.resolveChosen.click();
    await unknown.decide('not_delivered', 'No constan');
    await retry.going.waitFor();
    await new DialogKeys(page).expectInside();
    expect(await retry.going.innerText()).toContain('1 envío · 2 registros');
    await takePicture(page, 'retry-next');
    await retry.save.getByText('Enviar 2 otra vez').waitFor();
    await retry.send();
    await window.toast('2 envíos vuelven a la cola.').waitFor();
    await history.empty.waitFor();
    await window.railLink('history').click();
    for (const name of [creation.name, modification.name, 'gastos uno.xml'])
      await history.state(name, 'accepted').waitFor();
  },
);

inSoak(
  'undelivered files of a batch are sent again from its page, which then counts their new state',
  async () => {
    const { application, page, window, submit } = await openWith([
      creation,
      modification,
      ...others,
    ]);
    const [batch, retry] = [new BatchPage(page), new RetryAllPage(page)];
    await planFaults(application.dataFolder, Array(3).fill({ kind: 'status', status: 404 }));
    await submit.sendButton.click();
    await expect.poll(() => submit.openBatch.count()).toBe(1);
    await submit.openBatch.click();
    await window.waitUntilReady('batch');
    await retry.ofBatch.click();
    await takePicture(page, 'retry-batch');
    expect(await findViolations(page)).toEqual([]);
    await retry.leave();
    await retry.ofBatch.click();
    await retry.send();
    await retry.ofBatch.waitFor({ state: 'detached' });
    await batch.result('accepted').getByText('5 aceptados').waitFor();
  },
);
