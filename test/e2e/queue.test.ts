import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { describeInSoak } from '../soak.ts';
import { openRunning, type RunningApplication } from './fixtures/running.ts';
import { planFaults, reachedTheLedger, untilFaultsStruck } from './fixtures/sandbox.ts';
import { openWithCompany } from './fixtures/with-company.ts';
import { findViolations, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { QueuePage } from './pages/queue-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const document = (seed: number) =>
  makeDocument('240-received', { seed, records: 2, taxpayer: company });

/**
 * Sends three files and waits until one of them is on its way: the service takes its time with it.
 */
async function sendUntilOneLeaves(
  application: RunningApplication,
  { name, seeds, ms }: { name: string; seeds: readonly number[]; ms: number },
) {
  const batch = seeds.map((seed) => ({ name: `${name}-${seed}.xml`, content: document(seed) }));
  const { page } = application;
  const submit = new SubmitPage(page);
  const before = (await reachedTheLedger(application.dataFolder)).length;
  await new WindowPage(page).openAnew('submit');
  await new WindowPage(page).dropFiles(batch);
  for (const file of batch) await submit.standing(file.name, 'ready').waitFor();
  await planFaults(application.dataFolder, [{ kind: 'delay', ms }]);
  await submit.sendButton.click();
  const leaving = await submit.rows
    .filter({ has: page.getByTestId('state-sending') })
    .first()
    .innerText();
  const left = batch.find((file) => leaving.includes(file.name));
  if (left === undefined) throw new Error(`what leaves is none of the batch: ${leaving}`);
  await untilFaultsStruck(application.dataFolder);
  const reached = async () => (await reachedTheLedger(application.dataFolder)).slice(before);
  return { batch, left, reached };
}

/**
 * Sends a creation and its modification, dropped the other way round; the answer to the creation,
 * `alta.xml`, is lost. `both`: their hashes, in their right order.
 */
async function sendWithoutAnswer(application: RunningApplication, seed: number) {
  const creation = document(seed);
  const change = makeDocument('240-received', {
    ...{ seed, records: 2, taxpayer: company, operation: 'M00' },
  });
  const { page } = application;
  const submit = new SubmitPage(page);
  const window = new WindowPage(page);
  const before = (await reachedTheLedger(application.dataFolder)).length;
  await window.openAnew('submit');
  await window.dropFiles([
    { name: 'modificación.xml', content: change },
    { name: 'alta.xml', content: creation },
  ]);
  for (const name of ['alta.xml', 'modificación.xml'])
    await submit.standing(name, 'ready').waitFor();
  await planFaults(application.dataFolder, [{ kind: 'drop_after' }]);
  await submit.sendButton.click();
  await submit.submissionState('alta.xml', 'unknown').waitFor();
  await submit.select('alta.xml');
  await submit.panel.getByTestId('unknown-outcome').getByText('panel del servicio').waitFor();
  const reached = async () => (await reachedTheLedger(application.dataFolder)).slice(before);
  const both = [hashOf(creation), hashOf(change)];
  return { page, submit, window, submission: new SubmissionPage(page), reached, both };
}

const openOffice = () => openWithCompany(company);
const opened = share(openOffice);

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

// holds H3
describe('a crash while a batch is sent', () => {
  it('leaves an unknown outcome for a person to resolve; then the batch is finished, each document once', async () => {
    const application = opened();
    const { page } = application;
    const [window, settings] = [new WindowPage(page), new SettingsPage(page)];
    await window.goToSettings('security');
    await settings.protect('zubia eta ibaia');
    const sending = { name: 'lote', seeds: [1, 2, 3], ms: 60_000 };
    const { batch, left, reached } = await sendUntilOneLeaves(application, sending);
    await application.kill();
    await application.startAgain();

    const history = new HistoryPage(page);
    const submission = new SubmissionPage(page);
    await window.goTo('history');
    await history.state(left.name, 'unknown').waitFor();
    // The queue waits for the keys: one notice says so, and its button opens them.
    await window.lockedNotice.waitFor();
    expect(await page.getByTestId('notice-paused').count()).toBe(0);
    await page.getByTestId('open-unlock').click();
    await window.unlock('zubia eta ibaia');
    await window.lockedNotice.waitFor({ state: 'detached' });
    await window.goToSettings('security');
    await settings.removePassphrase('zubia eta ibaia');
    await window.goTo('history');
    await history.open(left.name);
    const arrived = (await reached()).includes(hashOf(left.content));
    await submission.resolve(arrived ? 'accepted' : 'not_delivered', 'Mirado en el panel');
    if (!arrived) {
      await submission.state('failed').waitFor();
      await submission.retryButton.click();
      // Its success leads to the new submission.
      await submission.retryButton.waitFor({ state: 'detached' });
    }
    await window.goTo('history');
    for (const { name } of batch) await history.state(name, 'accepted').waitFor();
    expect((await reached()).sort()).toEqual(batch.map(({ content }) => hashOf(content)).sort());

    await history.open(left.name);
    await submission.batchLink.click();
    const summary = new BatchPage(page);
    await summary.result('accepted').getByText('3 aceptados').waitFor();
    expect(
      await summary.result('failed').count(),
      'the repetition stands for what it repeats',
    ).toBe(0);
  });
});

describeInSoak('a creation and its modification dropped together', () => {
  it('are sent in order; without an answer to the creation, the modification waits until that is resolved', async () => {
    const sent = await sendWithoutAnswer(opened(), 21);
    const { page, submit, window, submission, reached, both } = sent;
    await submit.submissionState('modificación.xml', 'queued').click();
    await submission.heldBy.click();
    await submission.state('unknown').waitFor();
    await new QueuePage(page).seeWhatHolds.click();
    const history = new HistoryPage(page);
    await expect.poll(() => history.rows.count()).toBe(1);
    await history.open('alta.xml');
    await submission.batchLink.click();
    const summary = new BatchPage(page);
    await summary.result('held').getByText('1 necesita su atención').waitFor();
    expect(await summary.result('waiting').count()).toBe(0);
    await page.goBack();
    const said = await submission.resolve('accepted', 'Mirado en el panel');
    // The identifier for the lookup.
    for (const words of [company.name, company.taxId, 'alta.xml']) expect(said).toContain(words);
    await window.goTo('history');
    for (const name of ['alta.xml', 'modificación.xml'])
      await history.state(name, 'accepted').waitFor();
    expect(await reached()).toEqual(both);
  });
});

describeInSoak('a modification that waits for its creation', () => {
  it('is sent without it when a person chooses that, after a warning', async () => {
    const sent = await sendWithoutAnswer(await openOffice(), 22);
    const { page, submit, window, submission, reached, both } = sent;
    const queue = new QueuePage(page);
    // From the notice of the queue, which is on every screen: it says which file waits for which,
    // and nothing happens yet.
    await queue.releaseFromNotice.click();
    const said = await queue.releaseDialog.innerText();
    for (const words of ['modificación.xml', 'Espera a alta.xml', 'rechazará los registros'])
      expect(said).toContain(words);
    await page.keyboard.press('Escape');
    await queue.releaseDialog.waitFor({ state: 'detached' });
    expect(await reached()).toEqual(both.slice(0, 1));
    // From its own page.
    await submit.submissionState('modificación.xml', 'queued').click();
    await submission.release.click();
    await takePicture(page, 'release-dialog');
    expect(await findViolations(page)).toEqual([]);
    await queue.releaseDialog.getByRole('button', { name: 'Enviar 1 archivo sin esperar' }).click();
    await submission.state('accepted').waitFor();
    expect(await reached()).toEqual(both);
    await window.goTo('history');
    await new HistoryPage(page).state('alta.xml', 'unknown').waitFor();
    await queue.releaseFromNotice.waitFor({ state: 'detached' });
  });
});

describeInSoak('quitting while a file is being sent', () => {
  it('waits for its answer, keeps the rest queued, and continues at the next start', async () => {
    const application = await openOffice();
    const { page } = application;
    const sending = { name: 'salir', seeds: [4, 5, 6], ms: 2000 };
    const { batch, left, reached } = await sendUntilOneLeaves(application, sending);
    // The window is left first: the application does not depend on it. Then the application is
    // ended as by Ctrl+C.
    await page.goto('about:blank');
    await application.stop();
    await application.startAgain();

    const window = new WindowPage(page);
    const history = new HistoryPage(page);
    await window.goTo('history');
    for (const { name } of batch) await history.state(name, 'accepted').waitFor();
    await history.open(left.name);
    expect(await new SubmissionPage(page).steps.count(), 'queued, sent and answered once').toBe(4);
    expect((await reached()).sort()).toEqual(batch.map(({ content }) => hashOf(content)).sort());
  });
});

describeInSoak('a damaged history', () => {
  it('is reported and left unchanged, and a copy restores it', async () => {
    const application = await openRunning();
    const { page } = application;
    const submit = new SubmitPage(page);
    await submit.addSamples();
    await submit.sendButton.click();
    await submit.submissionState('recibidas-lantegiak.xml', 'accepted').waitFor();
    await submit.submissionState('gastos-etxeberria.xml', 'accepted').waitFor();
    await submit.submissionState('gastos-sin-factura-etxeberria.xml', 'accepted').waitFor();
    await new WindowPage(page).goToSettings('copies');
    const queue = new QueuePage(page);
    await queue.createBackup.click();
    await queue.backups('archive').first().waitFor();
    await application.stop();
    const database = join(application.dataFolder, 'zubi.db');
    copyFileSync(database, `${database}.seen`);
    const bytes = readFileSync(database);
    bytes.fill(0xaa, 4096, 4096 * 6);
    writeFileSync(database, bytes);

    await application.startAgain();
    const recovery = new QueuePage(page);
    await recovery.recovery.waitFor();
    expect(await findViolations(page)).toEqual([]);
    const walk = new KeyboardWalk(page);
    const restore = recovery.backups('archive').first().getByTestId('restore');
    await walk.lookInto(restore);
    await walk.lookInto(page.getByTestId('start-new'));
    await walk.use(restore);
    await walk.isOn(recovery.restoreSave);
    await walk.press('Enter');
    // What the damage hides of it is told.
    await page.getByTestId('left-aside-partial').waitFor();
    const window = new WindowPage(page);
    await window.goTo('history');
    await expect.poll(() => new HistoryPage(page).rows.count()).toBe(3);
    expect(existsSync(database)).toBe(true);
  });
});

describeInSoak('a restoration over newer submissions', () => {
  it.each(['eu', 'en', 'es'] as const)(
    'lists them one by one, to be checked, in %s',
    async (language) => {
      const colorScheme = language === 'eu' ? 'dark' : 'light';
      const { page } = await openRunning({ window: { colorScheme } });
      const window = new WindowPage(page);
      const submit = new SubmitPage(page);
      const queue = new QueuePage(page);
      await window.chooseLanguage(language);
      await window.dropFiles([{ name: 'antes.xml', content: document(7) }]);
      await submit.createCompanies.click();
      await new CompanyDialog(page).save();
      await submit.sendButton.click();
      await submit.submissionState('antes.xml', 'accepted').waitFor();
      await window.goToSettings('copies');
      await queue.createBackup.click();
      await queue.backups('archive').first().waitFor();
      await window.goTo('submit');
      await window.dropFiles([{ name: 'despues.xml', content: document(8) }]);
      await submit.standing('despues.xml', 'ready').waitFor();
      await submit.sendButton.click();
      await submit.submissionState('despues.xml', 'accepted').waitFor();
      await window.goTo('history');
      await new HistoryPage(page).open('despues.xml');
      const registered = /SANDBOX-[\w-]+/.exec(
        await new SubmissionPage(page).timeline.innerHTML(),
      )?.[0];
      await window.goToSettings('copies');
      await queue.restore('archive');

      await window.waitUntilReady('left-aside');
      const [row] = await queue.leftAside.getByRole('row', { name: 'despues.xml' }).all();
      await expect.poll(() => row?.getByTestId('state-accepted').count()).toBe(1);
      expect(await row?.textContent()).toContain(registered);
      expect(await queue.leftAside.getByText('antes.xml').count()).toBe(0);
      expect(await findViolations(page)).toEqual([]);
      await takePicture(page, `left-aside-${language}`);
      await window.goToSettings('copies');
      await queue.seeLeftAside.first().click();
      await window.waitUntilReady('left-aside');
    },
  );
});
