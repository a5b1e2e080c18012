import { expect, it, vi } from 'vitest';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { atEnd } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import type { Presentation } from '../intermediary/ledger.ts';
import { type Intermediary, startIntermediary } from '../intermediary/server.ts';
import { json } from '../intermediary/way.ts';
import { ways } from '../intermediary/ways.ts';
import { inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations, looksFor, takeOn, takePicture } from './looks.ts';
import { BatchPage } from './pages/batch-page.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { ProfilePage } from './pages/profile-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const standard = defaultServiceProfile();
const { submission } = standard.answers;
const guessed = {
  ...standard,
  name: 'guessed',
  answers: { ...standard.answers, submission: { ...submission, resultWords: { OK: 'correct' } } },
};

it('a profile from a file is refused with the places of its faults, or loaded and removed again; it is corrected on the last answer, and answers not understood are read again', async () => {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const [window, submit, profile] = [
    new WindowPage(page),
    new SubmitPage(page),
    new ProfilePage(page),
  ];
  const settings = new SettingsPage(page);
  await window.goToSettings('connection');
  await settings.serviceProfile.getByText('el de Zubi').waitFor();
  await settings.loadProfile('{"name": ');
  await settings.profileUnread.waitFor();
  await settings.loadProfile(JSON.stringify({ ...standard, name: 'otro', timeouts: 'soon' }));
  await settings.profilePlaces.getByText('«timeouts»: se esperaba un objeto.').waitFor();
  expect(await settings.profileUnread.count()).toBe(0);
  await settings.serviceProfile.getByText('el de Zubi').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await settings.loadProfile(JSON.stringify({ ...standard, name: 'otro' }));
  await settings.serviceProfile.getByText('otro').waitFor();
  expect(await settings.profilePlaces.count()).toBe(0);
  // A changed one that keeps the name of Zubi's is not Zubi's.
  await settings.loadProfile(JSON.stringify({ ...standard, concurrency: 3 }));
  await settings.serviceProfile.getByText(standard.name).waitFor();
  await settings.testConnection.click();
  await settings.connectionOk.waitFor();
  await settings.profileBack.click();
  await settings.serviceProfile.getByText('el de Zubi').waitFor();

  await profile.open();
  await profile.write(JSON.stringify(guessed));
  // What is not saved yet stays while another screen is shown.
  await window.goTo('history');
  await page.goBack();
  await page.getByTestId('profile-text').waitFor();
  expect(await window.asksToClose()).toBe(true);
  await profile.save.click();
  await profile.state.getByText('guessed').waitFor();
  expect(await window.asksToClose()).toBe(false);

  await window.goTo('submit');
  const content = makeDocument('240-received', { seed: 7, records: 3, taxpayer: company });
  await window.dropFiles([{ name: 'uno.xml', content }]);
  await submit.standing('uno.xml', 'newCompany').waitFor();
  await submit.createCompanies.click();
  await new CompanyDialog(page).save();
  await submit.standing('uno.xml', 'ready').waitFor();
  await submit.sendButton.click();
  await submit.submissionState('uno.xml', 'unknown').waitFor();

  await profile.open();
  await profile.start.click();
  await profile.outcome.getByText('Resultado desconocido').waitFor();
  await profile.write(JSON.stringify({ ...guessed, answers: standard.answers }));
  await profile.start.click();
  await profile.outcome.getByText('Aceptado').waitFor();
  for (const look of looksFor('profile')) {
    await takeOn(page, look);
    expect(await findViolations(page, { notes: false })).toEqual([]);
    await takePicture(page, `profile-${look.language}-${look.colorScheme}`, true);
  }
  await profile.save.click();
  // Under the same name: the kept answers are looked at again once it is in force.
  await profile.again.click();
  await profile.againTold.getByText(/would change/).waitFor();
  await window.goTo('submit');
  await submit.submissionState('uno.xml', 'accepted').waitFor();

  // The history of all connections can be narrowed to one of them.
  await window.goToSettings('connection');
  await page.getByTestId('add-connection').click();
  const dialog = page.getByTestId('connection-add');
  await dialog.getByRole('textbox').nth(1).fill('https://tests.invalid/api');
  await dialog.locator('button[type="submit"]').click();
  await page.locator('[data-connection="production"]').waitFor();
  await window.goTo('history');
  const row = page.getByText('uno.xml').first();
  await row.waitFor();
  const only = async (name: RegExp) => {
    await page.getByTestId('filter-connection').click();
    await page.getByRole('option', { name }).click();
  };
  await only(/tests\.invalid/);
  await row.waitFor({ state: 'detached' });
  await only(/sandbox/);
  await row.waitFor();
  await takePicture(page, 'history-connection');
});

/** The window, connected to a service by a profile alone; `send` creates the company and sends. */
async function connectTo(service: Intermediary) {
  atEnd(() => service.close());
  const application = await openApplication({ sandbox: false });
  const page = await browser.open(application.url);
  const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
  const [settings, profile] = [new SettingsPage(page), new ProfilePage(page)];
  await window.goToSettings('connection');
  await settings.connect(service.baseUrl, service.userApiKey);
  await settings.holdsGarante.press('Space');
  await settings.describeGarante({
    taxId: 'B00000034',
    license: 'TEST',
    name: 'Zubi',
    version: '1',
  });
  // Until it is saved, another place would ask about the typed text.
  await settings.saved('garante');
  await profile.open();
  await profile.write(JSON.stringify({ ...service.way.profile, name: 'own' }));
  await profile.save.click();
  await profile.state.getByText('own').waitFor();
  await window.goToSettings('connection');
  await settings.testConnection.click();
  await settings.connectionOk.waitFor();
  const send = async (): Promise<Presentation> => {
    await window.goTo('submit');
    const content = makeDocument('240-received', { seed: 7, records: 3, taxpayer: company });
    await window.dropFiles([{ name: 'uno.xml', content }]);
    await submit.standing('uno.xml', 'newCompany').waitFor();
    await submit.createCompanies.click();
    await new CompanyDialog(page).save();
    await submit.standing('uno.xml', 'ready').waitFor();
    await submit.sendButton.click();
    return vi.waitUntil(() => service.ledger.presentations[0], { timeout: 10_000 });
  };
  return { page, window, submit, send };
}

// In `npm test` they are tried without a window, in `integration/intermediary`.
for (const way of ways)
  inSoak(`a service that answers with ${way.name} is connected by a profile alone`, async () => {
    const service = await startIntermediary(way);
    const { submit, send } = await connectTo(service);
    const [state] = way.told(await send()).states;
    await submit.submissionState('uno.xml', state ?? '').waitFor();
    expect(service.refused).toEqual([]);
  });

inSoak(
  'a service is connected by a profile alone; files that it has queued are shown so, in Submit and in the batch, until they end',
  async () => {
    const [envelope] = ways;
    if (envelope === undefined) throw new Error('no way of answering');
    const queued = { statuses: [202], identifier: 'job', askEveryMs: 86_400_000 };
    const wait = { ...json({ job: 'job-7' }), status: 202 };
    let kept: Presentation | null = null;
    const service = await startIntermediary({
      ...envelope,
      profile: {
        ...standard,
        endpoints: {
          ...standard.endpoints,
          submissionResult: { path: '/results/{identifier}', credential: 'client' },
        },
        answers: { ...standard.answers, submission: { ...submission, queued } },
      },
      answer(presentation) {
        kept = presentation;
        return wait;
      },
      later: () => (kept === null ? wait : envelope.answer(kept)),
    });
    const { page, window, submit, send } = await connectTo(service);
    await send();
    await submit
      .submissionState('uno.xml', 'queued_there')
      .getByText('En cola del servicio')
      .waitFor();
    expect(await submit.submissionState('uno.xml', 'unknown').count()).toBe(0);
    await takePicture(page, 'queued-submit');
    await submit.openBatch.click();
    const batch = new BatchPage(page);
    await batch.waitUntilReady();
    await batch.result('queuedThere').getByText('1 en cola del servicio').waitFor();
    expect(await batch.result('unknown').count()).toBe(0);
    await batch.summary.getByText('Enviado', { exact: true }).waitFor();
    await batch.summary.getByText('3 sin resultado', { exact: true }).waitFor();
    await takePicture(page, 'queued-batch');
    await batch.tab('files').click();
    await batch.row('uno.xml').getByRole('link').click();
    await takePicture(page, 'queued-submission');
    await page.getByTestId('ask-now').click();
    await page.getByTestId('state-accepted').first().waitFor();
    await window.goTo('submit');
    await submit.submissionState('uno.xml', 'accepted').waitFor();
    expect(service.refused).toEqual([]);
  },
);

inSoak('a company whose answer was not understood leads to the profile', async () => {
  const [way] = ways;
  if (!way) throw new Error('none');
  const service = await startIntermediary({
    ...way,
    dress: { ...way.dress, company: (saved, t) => ({ inner: way.dress.company(saved, t) }) },
  });
  const { page, window, submit } = await connectTo(service);
  await window.goTo('submit');
  const content = makeDocument('240-received', { seed: 7, records: 3, taxpayer: company });
  await window.dropFiles([{ name: 'mal.xml', content }]);
  await submit.standing('mal.xml', 'newCompany').waitFor();
  await submit.createCompanies.click();
  await page.getByRole('dialog').locator('button[type="submit"]').click();
  await submit.standing('mal.xml', 'blocked').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('open-obstacle').first().click();
  await page.getByTestId('company-unknown').getByRole('link').waitFor();
  expect(await findViolations(page, { notes: false })).toEqual([]);
  await page.getByTestId('company-unknown').getByRole('link').click();
  await new ProfilePage(page).state.waitFor();
});
