import type { Locator } from 'playwright-core';
import { it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { takePicture } from './looks.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('a press that the core refuses is answered by a note: another window has the folder', async () => {
  const first = await startApplication();
  const page = await browser.open(first.url);
  await new WindowPage(page).dropFiles([
    { name: 'uno.xml', content: makeDocument('240-received', { seed: 1, records: 1 }) },
  ]);
  await new SubmitPage(page).standing('uno.xml', 'newCompany').waitFor();

  const second = await startApplication({ dataFolder: first.dataFolder, sandbox: false });
  const other = await browser.open(second.url);
  const window = new WindowPage(other);
  await window.goTo('submit');
  await other.getByTestId('density').click();
  await window.seeToast('Otra ventana de Zubi usa esta carpeta');
});

it('a reading that fails says so in its place, and is read again', async () => {
  const page = await browser.open((await openApplication()).url);
  const window = new WindowPage(page);
  const failing = new Set<string>();
  await page.route('**/api/call', async (route) => {
    if (!failing.has(route.request().postDataJSON().method)) return route.fallback();
    await route.fulfill({ json: { ok: false, error: { code: 'internal', details: {} } } });
  });
  const expectError = async (method: string, place: Locator, go: () => Promise<void>) => {
    failing.add(method);
    await go();
    const error = place.getByTestId('error-notice');
    await error.waitFor();
    await takePicture(page, `reading-failed-${method}`);
    failing.clear();
    await error.getByRole('button', { name: 'Volver a intentar' }).click();
    await error.waitFor({ state: 'detached' });
  };
  const xml = makeDocument('240-received', { seed: 1, records: 1 }).replace('.', ',');
  await window.dropFiles([{ name: 'uno.xml', content: xml }]);
  const submit = new SubmitPage(page);
  await submit.standing('uno.xml', 'errors').waitFor();
  // A window opened anew: events of the drop would have the lines read again before the press.
  await expectError('submissions.excerpt', submit.excerpt, async () => {
    await window.openAnew('submit');
    await submit.select('uno.xml');
  });
  await expectError('connection.list', page.getByTestId('settings-connections'), () =>
    window.goToSettings('connection'),
  );
  // The first contact with the service, which this page makes, has all screens read again.
  await window.goTo('companies');
  const content = page.locator('#content');
  await expectError('companies.getJob', content, () => window.openAnew('companies'));
});
