import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { openLine } from '../integration/companies/relay.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { person, registerPersons } from './fixtures/portfolio.ts';
import { findViolations, takePicture } from './looks.ts';
import { errorIn } from './pages/error-code.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

function documentOf(seed: number) {
  const taxpayer = { taxId: person(1).taxId, name: 'IBÁÑEZ BEGOÑA' };
  return {
    name: `gastos-${seed}.xml`,
    content: makeDocument('140-with-invoice', { seed, records: 1, taxpayer }),
  };
}

/** The preconditions shown where the sending begins. */
const told = (page: Page) =>
  page
    .getByTestId('first-send')
    .locator('[data-readiness]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-readiness')));

it('while practising, a key is not saved without the address of its service', async () => {
  const { url } = await openApplication();
  const page = await browser.open(url);
  const settings = new SettingsPage(page);
  await new WindowPage(page).goToSettings('connection');
  // A next step of another section leads there.
  await takePicture(page, 'readiness-link');
  await settings.readiness('key_protection', 'attention').getByRole('link').click();
  await settings.section('protection').waitFor();
  await new WindowPage(page).goToSettings('connection');
  await settings.userApiKey.fill('the-key-of-a-real-service');
  await settings.saveConnection.click();
  await settings.section('connection').getByText('No es una dirección completa').waitFor();
  expect(await settings.userApiKey.inputValue()).not.toBe('');
});

describe('before the first send', () => {
  it('what is missing is shown where it is added, then what to check, and nothing after the first send', async () => {
    const line = await openLine();
    const application = await openApplication({ sandbox: false });
    const page = await browser.open(application.url);
    const [window, submit, settings] = [
      new WindowPage(page),
      new SubmitPage(page),
      new SettingsPage(page),
    ];
    await window.goToSettings('connection');
    await settings.connect(line.baseUrl, line.userApiKey);
    await registerPersons(page, 1);
    await window.dropFiles([documentOf(1)]);
    await submit.standing('gastos-1.xml', 'ready').waitFor();
    await expect.poll(() => told(page)).toEqual(['software_garante']);
    await submit.sendButton.click();
    await errorIn(submit.refusal, 'software_garante_missing').waitFor();
    await submit.remedy('software_garante_missing').click();
    await window.waitUntilReady('settings');

    await settings.describeGarante({
      taxId: 'B00000034',
      license: 'TEST',
      name: 'Zubi',
      version: '',
    });
    await settings.saved('garante');
    await settings.readiness('software_garante', 'missing').waitFor();
    await settings.describeGarante({
      taxId: 'B00000034',
      license: 'TEST',
      name: 'Zubi',
      version: '1.0',
    });
    await settings.readiness('software_garante', 'attention').waitFor();
    await settings.holdsGarante.check({ force: true });
    await settings.saveGarante.click();
    await settings.readiness('software_garante', 'ready').waitFor();
    await window.goTo('submit');
    await expect.poll(() => told(page)).toContain('license');
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, 'first-send');
    await page.getByTestId('first-send').getByRole('link').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('gastos-1.xml', 'accepted').waitFor();
    // The foot clears the list while nothing is left to do in it.
    await submit.clearSent.waitFor();
    await window.dropFiles([{ name: 'roto.xml', content: '<a/>' }]);
    await submit.openBatch.and(page.getByRole('link')).waitFor();
    expect(await submit.clearSent.count()).toBe(0);
    await window.dropFiles([documentOf(2)]);
    await submit.standing('gastos-2.xml', 'ready').waitFor();
    await submit.sendButton.waitFor();
    await page.getByTestId('first-send').waitFor({ state: 'detached' });
  });
});
