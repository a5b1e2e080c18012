import { expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { provideBrowser } from './browser.ts';
import { callElsewhere } from './fixtures/elsewhere.ts';
import { beforeAnswer, content, openUndelivered } from './fixtures/late-answer.ts';
import { takePicture } from './looks.ts';
import { DismissDialog } from './pages/dismiss-dialog.ts';
import { SubmissionPage } from './pages/submission-page.ts';

const browser = provideBrowser();
const other = makeDocument('240-received', { seed: 52, records: 2 });

it('what the core says of a sending is said also when its page was left', async () => {
  const { page, window: host, submit, history } = await openUndelivered(browser);
  const submission = new SubmissionPage(page);
  // Another tab dismisses it below the dialog, which stays with what was typed.
  await host.goTo('history');
  // Clearing the filters clears a day that does not exist, too.
  await history.searchInput.fill('uno');
  await history.filter('from').fill('31/02/2026');
  await page.getByTestId('history-clear').click();
  expect(await history.filter('from').inputValue()).toBe('');
  await history.choose('state', 'Necesitan su atención');
  await history.dismiss('uno.xml').click();
  const note = new DismissDialog(page).dialog.locator('textarea');
  await note.fill('De otra empresa');
  const { submissions } = await callElsewhere(page, 'submissions.list', {});
  const ids = submissions.map(({ id }) => id);
  await callElsewhere(page, 'submissions.dismiss', { ids, note: '' });
  await history.empty.waitFor();
  expect(await note.inputValue()).toBe('De otra empresa');
  // Nor does Escape, a click beside it, the browser's Back, an address or the end of the tab take
  // it without a question, which Escape answers, too.
  const goToSettings = () =>
    page.evaluate(() => {
      window.location.hash = '#/settings/office';
    });
  const steps = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 400),
    () => page.evaluate(() => window.history.back()),
    goToSettings,
  ];
  for (const step of steps) {
    await step();
    await host.unsaved.waitFor();
    await page.keyboard.press('Escape');
    await host.unsaved.waitFor({ state: 'detached' });
  }
  // From the "x" too, and back to the field that was in use.
  await note.focus();
  await page.getByRole('dialog').getByLabel('Cerrar').click();
  await host.unsaved.getByText('Seguir editando').click();
  await host.unsaved.waitFor({ state: 'detached' });
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    page.close({ runBeforeUnload: true }),
  ]);
  await question.dismiss();
  expect(await note.inputValue()).toBe('De otra empresa');
  await goToSettings();
  await takePicture(page, 'unsaved');
  await host.unsaved.getByTestId('unsaved-discard').click();
  await host.waitUntilReady('settings');
  expect(await note.count()).toBe(0);
  // The questions have left the browser's history as it was.
  await page.evaluate(() => window.history.back());
  await host.waitUntilReady('history');
  await page.evaluate(() => window.history.forward());
  await host.waitUntilReady('settings');
  // What is typed in Settings stays in its other sections alone.
  const name = page.getByTestId('office-name');
  await name.fill('Gestoría Uno');
  await host.goToSettings('copies');
  await host.railLink('history').click();
  await host.unsaved.getByText('Seguir editando').click();
  await host.goToSettings('office');
  expect(await name.inputValue()).toBe('Gestoría Uno');
  await host.railLink('history').click();
  await host.unsaved.getByTestId('unsaved-discard').click();
  await host.waitUntilReady('history');
  await callElsewhere(page, 'submissions.reopen', { ids });
  await history.open('uno.xml');
  const retry = () => submission.retryButton.click();
  await beforeAnswer(page, { method: 'submissions.retry', what: 'call' }, retry, async () => {
    await host.goTo('submit');
    await host.dropFiles([{ name: 'dos.xml', content }]);
    await submit.chooseBox('dos.xml').check();
    await submit.sendButton.click();
    await submit.submissionState('dos.xml', 'accepted').waitFor();
  });
  await host.toast('uno.xml').getByText('Este archivo ya se envió').waitFor();

  await host.dropFiles([{ name: 'tres.xml', content }]);
  await submit.chooseBox('tres.xml').check();
  const send = () => submit.sendButton.click();
  await beforeAnswer(page, { method: 'submissions.send', what: 'answer' }, send, () =>
    host.goTo('companies'),
  );
  await host.toast('Este archivo repite lo que ya está en otro').waitFor();
  await host.goTo('submit');
  expect(await submit.standing('tres.xml', 'warnings').count()).toBe(1);

  await host.dropFiles([{ name: 'nueva.xml', content: other }]);
  await submit.chooseBox('nueva.xml').check();
  await submit.chooseBox('tres.xml').check();
  await submit.sendButton.click();
  const anyway = () => submit.sendDuplicates.click();
  await beforeAnswer(page, { method: 'submissions.send', what: 'call' }, anyway, async () => {
    expect(await submit.sendOthers.isDisabled(), 'one answer to one question').toBe(true);
  });
  await submit.submissionState('nueva.xml', 'accepted').waitFor();
});
