import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serveBrowser } from '../../main/hosts/browser/server.ts';
import { createServiceClient } from '../../main/service/client.ts';
import { defaultServiceProfile } from '../../main/service/profile.ts';
import { openBureau } from '../integration/outbox/bureau.ts';
import { keepLog } from '../integration/service/stand.ts';
import { provideBrowser } from './browser.ts';
import { findViolations, takePicture } from './looks.ts';
import { SubmitListPage } from './pages/submit-list-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const rendererFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/** Two files in a production window: its address is no loopback, a sandbox gives the answers. */
async function openProduction() {
  let reached = '';
  const bureau = await openBureau({
    liveAt: 'https://live.invalid/api',
    createClient: (_baseUrl, _profile, keep) =>
      createServiceClient({
        ...{ baseUrl: reached, profile: defaultServiceProfile(), keep },
        ...{ transport: {}, log: keepLog() },
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
  return { bureau, page };
}

it('in production the window counts five seconds before anything leaves, and all can be stopped', async () => {
  const { bureau, page } = await openProduction();
  const submit = new SubmitListPage(page);
  const arrived = async () => (await bureau.sandbox.reached()).size;
  await submit.sendButton.click();
  await submit.progress.getByText(/^Se envía en [1-5] segundos?$/).waitFor();
  await takePicture(page, 'second-thought');
  expect(await findViolations(page)).toEqual([]);
  await submit.cancelQueue.click();
  await submit.sendButton.getByText('Enviar 2 archivos').waitFor();
  await expect.poll(() => submit.tab('ready').innerText()).toMatch(/2$/);

  const before = performance.now();
  await submit.sendButton.click();
  await submit.progress.getByText(/^Se envía en [1-3] segundos?$/).waitFor();
  // Those that were stopped have not left either.
  expect(await arrived()).toBe(0);
  await expect.poll(() => submit.tab('sent').innerText(), { timeout: 20_000 }).toMatch(/2$/);
  await expect.poll(arrived).toBe(2);
  expect(performance.now() - before).toBeGreaterThan(4000);
  await submit.progress.waitFor({ state: 'detached' });
});
