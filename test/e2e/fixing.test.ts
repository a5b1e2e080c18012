import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { sampled } from '../rounds.ts';
import { startApplication } from './application.ts';
import { provideBrowser } from './browser.ts';
import { findViolations } from './looks.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { MendDialog, SourcePage } from './pages/fixing-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { madeWords } from './pages/made-words.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

const invoices = (firstRecord: number, records: number, layout: 'pretty' | 'line' = 'pretty') =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company, layout });

/**
 * Every record with three slips: a decimal comma, a date the other way round, a code in small
 * letters.
 */
function withSlips(xml: string): string {
  return xml
    .replaceAll(/<ImporteTotalFactura>(-?\d+)\./g, '<ImporteTotalFactura>$1,')
    .replaceAll(/<FechaRecepcion>(\d\d)-(\d\d)-(\d{4})</g, '<FechaRecepcion>$3-$2-$1<')
    .replaceAll(/<TipoFactura>F1</g, '<TipoFactura>f1<');
}

function pages(page: Page) {
  return {
    window: new WindowPage(page),
    submit: new SubmitPage(page),
    history: new HistoryPage(page),
    submission: new SubmissionPage(page),
    mend: new MendDialog(page),
    source: new SourcePage(page),
  };
}

async function expectUsable(page: Page, what: string): Promise<void> {
  expect(await findViolations(page, { notes: false }), what).toEqual([]);
}

describe.each(sampled(['eu', 'es'] as const, 1))(
  'a quarter of invoices with faults, in %s',
  (language) => {
    it('is fixed, sent, corrected and partly cancelled, all in the window', async () => {
      const words = madeWords[language];
      const fixed = `trimestre.${words.mended}.xml`;
      const refused = `trimestre.${words.mended}.${words.rejected}.xml`;
      const edited = `trimestre.${words.mended}.${words.rejected}.${words.edited}.xml`;
      const cancelled = `trimestre.${words.mended}.${words.cancellation}.xml`;
      const application = await startApplication();
      const page = await browser.open(application.url);
      const { window, submit, history, submission, mend: fix, source } = pages(page);
      await window.chooseLanguage(language);
      // One invoice is in the ledger already, so that the quarter is accepted but for that one.
      await window.dropFiles([{ name: 'enero.xml', content: invoices(0, 1) }]);
      await submit.createCompanies.click();
      await new CompanyDialog(page).save();
      await submit.sendButton.click();
      await submit.submissionState('enero.xml', 'accepted').waitFor();

      await window.dropFiles([{ name: 'trimestre.xml', content: withSlips(invoices(0, 340)) }]);
      await submit.standing('trimestre.xml', 'errors').waitFor();
      await submit.select('trimestre.xml');
      await fix.openKind('schema_decimal_comma').click();
      expect(await fix.total.textContent()).toContain('340');
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
      await page.keyboard.type('B');
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
