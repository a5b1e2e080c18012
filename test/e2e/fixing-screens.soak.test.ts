import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { allLooks, findViolations, takeOn, takePicture } from './looks.ts';
import { MendDialog, SourcePage } from './pages/fixing-page.ts';
import { madeWords } from './pages/made-words.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

function broken(layout: 'pretty' | 'line'): string {
  return makeDocument('240-received', { seed: 2, records: 30, taxpayer: company, layout })
    .replaceAll(/<TipoImpositivo>(\d+)\.(\d+)</g, '<TipoImpositivo>$1,$2<')
    .replace('<FechaRecepcion>', '<FechaRecepcion> ')
    .replace(/<ImporteTotalFactura>(\d+)/, '<ImporteTotalFactura>x$1');
}

describe('the screens of fixes and of a file’s text', () => {
  it('are accessible, light and dark, in three languages', async () => {
    const application = await startApplication();
    const page = await browser.open(application.url);
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
    const [fix, source] = [new MendDialog(page), new SourcePage(page)];
    await window.dropFiles([
      { name: 'trimestre.xml', content: broken('pretty') },
      { name: 'una-linea.xml', content: broken('line') },
    ]);
    await submit.standing('trimestre.xml', 'errors').waitFor();
    await submit.standing('una-linea.xml', 'errors').waitFor();
    const looks = allLooks;
    for (const each of looks) {
      await takeOn(page, each);
      const look = async (name: string) => {
        const shown = `${name}-${each.language}-${each.colorScheme}`;
        expect(await findViolations(page), shown).toEqual([]);
        await takePicture(page, shown);
      };
      await submit.select('trimestre.xml');
      await fix.openAll.waitFor();
      await look('mend-offers');
      await fix.openAll.click();
      await fix.total.waitFor();
      await look('mend-dialog');
      await page.keyboard.press('Escape');
      await fix.dialog.waitFor({ state: 'detached' });
      await source.open();
      await page.keyboard.press('F8');
      await source.currentMark.waitFor();
      await look('source');
      await source.edit();
      await page.keyboard.type('x');
      await source.checked();
      await look('source-edited');
      await page.keyboard.press('Escape');
      await source.discard.waitFor();
      await look('source-unsaved');
      await source.discard.click();
      await source.bench.waitFor({ state: 'detached' });
      await submit.select('una-linea.xml');
      await fix.openAll.click();
      await fix.total.waitFor();
      await look('mend-dialog-line');
      await page.keyboard.press('Escape');
      await fix.dialog.waitFor({ state: 'detached' });
      await source.open();
      await source.notes.waitFor();
      await look('source-line');
      await page.keyboard.press('Escape');
      await source.bench.waitFor({ state: 'detached' });
    }
    await submit.select('trimestre.xml');
    await fix.openAll.click();
    await fix.save();
    const words = madeWords[looks.at(-1)?.language ?? 'es'];
    await submit.select(`trimestre.${words.mended}.xml`);
    expect(await submit.origin.textContent()).toContain('trimestre.xml');
  });
});
