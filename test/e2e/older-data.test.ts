import { expect, it } from 'vitest';
import { unpackOlderFolder } from '../fixtures/older-data/older-data.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { findViolations, takePicture } from './looks.ts';
import { KeyboardWalk } from './pages/keyboard-walk.ts';
import { QueuePage } from './pages/queue-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();

it('a history of a trial version is set aside whole, and its submissions are listed', async () => {
  const application = await openApplication({ dataFolder: unpackOlderFolder(), sandbox: false });
  const page = await browser.open(application.url);
  const queue = new QueuePage(page);
  await queue.recovery.getByRole('heading', { name: 'versión de prueba' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'older-recovery');
  await page.getByRole('button', { name: 'Idioma' }).click();
  await page.locator('[role="menuitem"][lang="en"]').click();
  await queue.recovery.getByRole('heading', { name: 'trial version' }).waitFor();
  const walk = new KeyboardWalk(page);
  await walk.tabTo(page.getByTestId('restore-file'));
  await walk.lookInto(page.getByTestId('start-new'));
  await walk.press('Enter');
  await walk.isOn(queue.restoreSave);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'older-start');
  await walk.press('Enter');

  await page.getByRole('heading', { name: 'Submissions from the trial version' }).waitFor();
  await new WindowPage(page).toast('An empty history was started').waitFor();
  // What was chosen before holds until another one is chosen, also the stored one.
  await new WindowPage(page).chooseLanguage('es');
  await page.getByRole('heading', { name: 'Envíos de la versión de prueba' }).waitFor();
  await expect.poll(() => queue.leftAside.getByText('octubre.xml').count()).toBe(1);
  expect(await queue.leftAside.getByRole('row').count()).toBeGreaterThan(9);
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, 'older-list');
  await walk.tabTo(queue.leftAside.getByRole('grid'));
  await walk.press('End', 'Home');

  await new WindowPage(page).goToSettings('copies');
  const kept = page.getByTestId('backup-set_aside');
  await kept.getByText('versión de prueba').waitFor();
  expect(await kept.getByTestId('restore').count()).toBe(0);
  await queue.seeLeftAside.click();
  await queue.leftAside.getByText('octubre.xml').waitFor();
});
