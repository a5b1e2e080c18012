import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serveBrowser } from '../../main/hosts/browser/server.ts';
import { createServiceClient } from '../../main/service/client.ts';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { heldPace, openBureau } from '../integration/outbox/bureau.ts';
import { keepLog } from '../integration/service/stand.ts';
import { provideBrowser } from './browser.ts';
import { findViolations, takePicture } from './looks.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const rendererFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/**
 * Two files in a production window: its address is no loopback, a sandbox gives the answers. The
 * queue's time passes on command.
 */
async function openProduction() {
  let reached = '';
  const { pace, pass } = heldPace();
  const bureau = await openBureau({
    queuePace: pace,
    liveAt: 'https://live.invalid/api',
    createClient: (_baseUrl, _profile, keep) =>
      createServiceClient({
        baseUrl: reached,
        profile: defaultServiceProfile(),
        keep,
        transport: {},
        log: keepLog(),
      }),
    onSandbox: (baseUrl) => {
      reached = baseUrl;
    },
  });
  for (const company of [1, 2]) await bureau.put(company);
  const log = keepLog();
  const face = await serveBrowser({ app: bureau.app, port: 0, rendererFolder, open: null, log });
  onTestFinished(() => face.close());
  const page = await browser.open(face.url);
  await new WindowPage(page).goTo('submit');
  return { bureau, page, pass };
}

it('in production the window counts five seconds before anything leaves, and all can be stopped', async () => {
  const { bureau, page, pass } = await openProduction();
  const submit = new SubmitListPage(page);
  const arrived = async () => (await bureau.sandbox.reached()).size;
  await submit.sendButton.click();
  await submit.progressSays(/^Se envía en [45] segundos$/).waitFor();
  await takePicture(page, 'second-thought');
  expect(await findViolations(page)).toEqual([]);
  await submit.cancelQueue.click();
  await submit.sendButton.getByText('Enviar 2 archivos').waitFor();
  await expect.poll(() => submit.tab('ready').innerText()).toMatch(/2$/);

  await submit.sendButton.click();
  await submit.progressSays(/^Se envía en [1-4] segundos?$/).waitFor();
  pass(3000);
  const summary = await bureau.call('submissions.progress', {});
  expect(summary).toMatchObject({ queued: 2, sending: 0 });
  // Those that were stopped have not left either.
  expect(await arrived()).toBe(0);
  pass(3000);
  await expect.poll(() => submit.tab('sent').innerText()).toMatch(/2$/);
  await expect.poll(arrived).toBe(2);
  await submit.progress.waitFor({ state: 'detached' });
});
