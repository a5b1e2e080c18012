import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { filingPeriodAt, periodBefore } from '../../main/platform/filing-period.ts';
import { share } from '../fixtures/lifetime.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { beforeAnswer } from './fixtures/late-answer.ts';
import { client, fileOf, makeOutsideOffice } from './fixtures/outside-office.ts';
import { findViolations, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { QuarterPage } from './pages/quarter-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

const opened = share(async () => {
  const office = await makeOutsideOffice(4, 4);
  const application = await openApplication({ dataFolder: office.dataFolder, sandbox: false });
  const page = await browser.open(application.url, { permissions: ['notifications'] });
  return { page, window: new WindowPage(page), quarter: new QuarterPage(page) };
});

/** Presses Tab until something with this mark has the focus. */
async function tabTo(page: Page, testId: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(
      (id) => document.activeElement?.closest(`[data-testid="${id}"]`) !== null,
      testId,
    );
    if (here) return;
  }
  throw new Error(`Tab never comes to ${testId}`);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('the quarter works by keyboard: choose, label, mark, open', async () => {
  const { page, window, quarter } = opened();
  await window.waitUntilReady('overview');
  await expect.poll(() => quarter.rows.count()).toBe(4);
  await tabTo(page, 'quarter-grid');
  const usual = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...usual, height: 340 });
  const walk = new KeyboardWalk(page);
  await walk.press('Home', 'ArrowDown', 'ArrowDown');
  await walk.nextFrame();
  await walk.activeIsInSight(quarter.grid);
  await page.setViewportSize(usual);
  await press(page, 'Home', ' ', 'ArrowDown', ' ');
  await quarter.foot.getByText('2 empresas elegidas').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'quarter-chosen');
  await tabTo(page, 'label-adviser');
  await press(page, 'Enter');
  await page.locator('[data-testid="label-text"]:focus').waitFor();
  await press(page, 'Escape');
  await page.locator('[data-testid="label-adviser"]:focus').waitFor();
  await press(page, 'Enter');
  await page.locator('[data-testid="label-text"]:focus').waitFor();
  await page.keyboard.type('Ane');
  await press(page, 'Enter');
  await page.getByText('2 empresas cambiadas').waitFor();
  await expect.poll(() => quarter.rows.filter({ hasText: 'Ane' }).count()).toBe(2);
  await quarter.foot.waitFor({ state: 'detached' });

  await quarter.grid.focus();
  await press(page, 'Control+a');
  await tabTo(page, 'chosen-mark');
  await press(page, 'Enter');
  await page.getByText('4 empresas sin nada que presentar').waitFor();
  await expect.poll(() => quarter.rows.count(), { message: 'nobody is left to attend to' }).toBe(0);
  // A quarter that is done is saved whole.
  expect(await quarter.saveBy('quarter-export')).toMatch(/\.xlsx$/);
  await page.getByText('4 empresas exportadas').waitFor();
  await quarter.tab('all').focus();
  await press(page, 'Enter');
  await expect.poll(() => quarter.cell('nothing').count()).toBe(4);

  await tabTo(page, 'quarter-grid');
  await press(page, 'Home', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  await page.locator('[data-testid="mark-nothing"]:focus').waitFor();
  await press(page, 'Enter');
  await expect.poll(() => quarter.cell('missing').count(), { message: 'by its menu' }).toBe(1);
  await press(page, 'Control+a');
  await tabTo(page, 'chosen-unmark');
  await press(page, 'Enter');
  await expect.poll(() => quarter.cell('missing').count()).toBe(4);
  await press(page, '/');
  await page.keyboard.type(client(3).taxId);
  await expect.poll(() => quarter.rows.count()).toBe(1);
  await tabTo(page, 'quarter-grid');
  await press(page, 'Home', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter');
  await window.waitUntilReady('company');
});

it('a second press of the quarter’s arrows counts before the answer to the first', async () => {
  const { page, window, quarter } = opened();
  await window.openAnew('overview');
  const press = () => quarter.previous.click();
  await beforeAnswer(page, { method: 'quarter.get', what: 'call' }, press, press);
  await page.unroute('**/api/call');
  const current = filingPeriodAt(new Date());
  const titled = ({ year, quarter: number }: typeof current) =>
    window.title.getByText(`${number}.º trimestre de ${year}`).waitFor();
  await titled(periodBefore(periodBefore(current)));
  await quarter.next.click();
  await quarter.next.click();
  await titled(current);
});

inSoak('companies and a company’s page work by keyboard too', async () => {
  const { page, window } = opened();
  await press(page, 'Control+4');
  await window.waitUntilReady('companies');
  await press(page, '/');
  await page.keyboard.type(client(1).taxId);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.locator('[role="grid"]').focus();
  await press(page, 'Home', 'Enter');
  await window.waitUntilReady('company');
  await tabTo(page, 'company-edit');
  await press(page, 'Enter');
  await page.getByRole('dialog').waitFor();
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
    .toBe('company-edit');
  await tabTo(page, 'company-notes');
  await page.keyboard.type('Llamar en enero');
  await tabTo(page, 'save-notes');
  await press(page, 'Enter');
  await page.getByText('Guardado').first().waitFor();
  await page.getByTestId('quarter-strip').getByRole('link').last().focus();
  await press(page, 'Enter');
  await window.waitUntilReady('submit');
});

it('a near deadline is shown while companies need attention, and the system notifies once a day', async () => {
  const { page, window } = opened();
  const submit = new SubmitPage(page);
  const batch = new BatchPage(page);
  const reminder = page.getByTestId('deadline-reminder');
  let daysLeft = 3;
  // The clock of the program cannot be set, so its answer about the days is replaced.
  await page.route('**/api/call', async (route) => {
    if (!route.request().postData()?.includes('"quarter.get"')) return route.fallback();
    const response = await route.fetch();
    const reply = await response.json();
    reply.value.quarter.daysLeft = daysLeft;
    return route.fulfill({ response, json: reply });
  });
  /** A new file makes the window ask for the quarter again. */
  const lookAgain = async (index: number) => {
    await window.dropFiles([fileOf(index)]);
    await submit.standing(fileOf(index).name, 'ready').waitFor();
    await window.goTo('overview');
  };
  await batch.lookAway();
  await lookAgain(0);
  await reminder.getByText('Quedan 3 días de plazo').waitFor();
  await reminder.getByText('4 empresas necesitan su atención').waitFor();
  const body = '4 empresas necesitan su atención en este trimestre.';
  const first = { title: 'Quedan 3 días de plazo', body };
  expect(await batch.notices()).toMatchObject([first]);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'quarter-reminder');

  await lookAgain(1);
  await reminder.waitFor();
  await window.goTo('companies');
  await batch.pressNotice();
  await reminder.waitFor();
  expect(await batch.notices()).toMatchObject([first]);
  daysLeft = 2;
  await lookAgain(2);
  await reminder.getByText('Quedan 2 días de plazo').waitFor();
  expect(await batch.notices()).toMatchObject([first, { title: 'Quedan 2 días de plazo', body }]);
});
