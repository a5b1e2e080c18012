import { describe, expect, it } from 'vitest';
import { sampled } from '../rounds.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { expectUsable, invoices, pages, withSlips } from './fixtures/invoices-with-slips.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { madeWords } from './pages/made-words.ts';

const browser = provideBrowser();

describe.each(sampled(['eu', 'es'] as const, 1))(
  'a quarter of invoices with faults, in %s',
  (language) => {
    it('is fixed, sent, corrected and partly cancelled, all in the window', async () => {
      const words = madeWords[language];
      const fixed = `trimestre.${words.mended}.xml`;
      const refused = `trimestre.${words.mended}.${words.rejected}.xml`;
      const edited = `trimestre.${words.mended}.${words.rejected}.${words.edited}.xml`;
      const cancelled = `trimestre.${words.mended}.${words.cancellation}.xml`;
      const application = await openApplication();
      const page = await browser.open(application.url);
      const { window, submit, history, submission, mend: fix, source } = pages(page);
      await window.chooseLanguage(language);
      // One invoice is in the ledger already, so that the quarter is accepted but for that one.
      await window.dropFiles([{ name: 'enero.xml', content: invoices(0, 1) }]);
      await submit.createCompanies.click();
      await new CompanyDialog(page).save();
      await submit.sendButton.click();
      await submit.submissionState('enero.xml', 'accepted').waitFor();

      await window.dropFiles([{ name: 'trimestre.xml', content: withSlips(invoices(0, 120)) }]);
      await submit.standing('trimestre.xml', 'errors').waitFor();
      await submit.select('trimestre.xml');
      await fix.openKind('schema_decimal_comma').click();
      expect(await fix.total.textContent()).toContain('120');
      await expect.poll(() => fix.changes.count()).toBe(100);
      await expectUsable(page, 'the dialog with its changes');
      await fix.save();
      await submit.select(fixed);
      await fix.openAll.click();
      await fix.save();
      // The fixed file replaces the dropped one, and each step on the way.
      await submit.standing(fixed, 'warnings').waitFor();
      await expect.poll(() => submit.rows.count()).toBe(2);
      await submit.row('trimestre.xml').waitFor({ state: 'detached' });
      expect(await submit.origin.textContent()).toContain('trimestre.xml');

      await submit.sendButton.click();
      await submit.sendDuplicates.click();
      await submit.submissionState(fixed, 'partially_accepted').waitFor();

      await window.goTo('history');
      await history.open(fixed);
      await submission.prepareCorrection.click();
      await window.waitUntilReady('submit');
      await submit.standing(refused, 'warnings').waitFor();
      // The invoice was entered under another's number: the copy has its own.
      await source.open();
      await source.edit();
      await source.search.fill('<NumFactura>');
      await page.keyboard.press('Enter');
      await source.text.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type('/B');
      expect(await source.text.textContent(), 'no key of the window').toContain('<NumFactura>/B');
      await source.checked();
      await source.save();
      await submit.standing(edited, 'ready').waitFor();
      // The copy's original was made here, too: it would be sent beside its own correction.
      await submit.row(refused).waitFor({ state: 'detached' });
      await submit.sendButton.click();
      await submit.submissionState(edited, 'accepted').waitFor();

      await window.goTo('history');
      await history.open(fixed);
      await submission.relatedSubmissions.getByTestId('state-accepted').waitFor();
      await submission.cancel([3]);
      await submit.standing(cancelled, 'ready').waitFor();
      await submit.sendButton.click();
      await submit.submissionState(cancelled, 'accepted').waitFor();
    });
  },
);
