import { it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
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
