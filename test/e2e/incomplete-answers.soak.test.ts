import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { connect, firm } from '../integration/intermediary/connect.ts';
import { ways } from '../intermediary/ways.ts';
import { sampled } from '../rounds.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const received = (name: string, firstRecord: number) => ({
  name,
  content: makeDocument('240-received', { seed: 7, records: 3, firstRecord, taxpayer: company }),
});

const { answers, requests, ...rest } = defaultServiceProfile();
type Submission = typeof answers.submission;
/** The default profile as it would be for another service than the sandbox. */
const profileFor = (name: string, submission: Partial<Submission>, certificateKey?: string) =>
  JSON.stringify({
    ...rest,
    name,
    requests: {
      ...requests,
      submission: {
        ...requests.submission,
        certificateKey: certificateKey ?? requests.submission.certificateKey,
      },
    },
    answers: { ...answers, submission: { ...answers.submission, ...submission } },
  });

async function look(page: Page, name: string): Promise<void> {
  for (const language of sampled(['es', 'eu', 'en'] as const, 1).toReversed()) {
    await new WindowPage(page).chooseLanguage(language);
    expect(await findViolations(page), `${name} in ${language}`).toEqual([]);
    await takePicture(page, `${name}-${language}`);
  }
}

it('a submission says why its answer proves nothing, and which field is wrong', async () => {
  const application = await startApplication();
  const page = await browser.open(application.url);
  const [window, submit, history] = [
    new WindowPage(page),
    new SubmitPage(page),
    new HistoryPage(page),
  ];
  const [submission, settings] = [new SubmissionPage(page), new SettingsPage(page)];
  const sendWith = async (profile: string, file: ReturnType<typeof received>, state: string) => {
    await window.goToSettings('connection');
    await settings.loadProfile(profile);
    await settings.serviceProfile.getByText(JSON.parse(profile).name).waitFor();
    await window.goTo('submit');
    await window.dropFiles([file]);
    const isNew = submit.standing(file.name, 'newCompany');
    await isNew.or(submit.standing(file.name, 'ready')).waitFor();
    if (await isNew.isVisible()) {
      await submit.createCompanies.click();
      await new CompanyDialog(page).save();
    }
    await submit.standing(file.name, 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState(file.name, state).waitFor();
    await window.goTo('history');
    await history.open(file.name);
    await submission.state(state).waitFor();
  };

  await sendWith(profileFor('sin lista', { records: 'items' }), received('uno.xml', 0), 'unknown');
  await submission.attention.getByTestId('doubt').getByText('lista de registros').waitFor();
  await look(page, 'doubt');

  await sendWith(profileFor('sin clave', {}, 'other'), received('tres.xml', 20), 'failed');
  await submission.attention.getByTestId('field-texts').getByText('certificate').waitFor();
  await submission.timeline.getByText('certificate_encryption_key:').waitFor();
  await look(page, 'field-texts');
});

it('a submission shows the records that its answer leaves out', async () => {
  const way = ways.find(({ name }) => name.includes('refused records alone'));
  if (!way) throw new Error('no such way');
  const { office, service } = await connect(way);
  const content = makeDocument('240-received', { seed: 7, records: 4, taxpayer: firm });
  service.ledger.expect(createHash('sha256').update(content).digest('hex'), [
    ...(['fine', 'wrong', 'fine', 'doubtful'] as const),
  ]);
  const { id } = await office.drop('cuatro.xml', content);
  await office.call('submissions.send', { fileIds: [id] });
  await office.app.idle();
  await office.app.close();

  const { dataFolder } = office;
  const application = await startApplication({ dataFolder, sandbox: false });
  const page = await browser.open(application.url, { colorScheme: 'dark' });
  const submission = new SubmissionPage(page);
  await new WindowPage(page).goTo('history');
  await new HistoryPage(page).open('cuatro.xml');
  await submission.state('partially_accepted').waitFor();
  await submission.attention.getByText('La respuesta no da el resultado').waitFor();
  await submission.recordTab('untold').click();
  await expect.poll(() => submission.recordResults('not_told').count()).toBe(3);
  await look(page, 'untold');
});
