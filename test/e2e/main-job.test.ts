import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { makeDocument } from '../fixtures/validator/make-document.ts';
import { personTaxId } from '../fixtures/validator/tax-ids.ts';
import { isSoak, sampled } from '../rounds.ts';
import { openRunning } from './fixtures/running.ts';
import { CompanyDialog } from './pages/companies-page.ts';
import { HistoryPage } from './pages/history-page.ts';
import { SubmissionPage } from './pages/submission-page.ts';
import { SubmitPage } from './pages/submit-page.ts';
import { WindowPage } from './pages/window.ts';

/** None of these is in the sample files, so each is registered here. */
const company = { taxId: 'B00000034', name: 'Ona SL' };

const books = [
  {
    book: '140-with-invoice',
    taxpayer: { taxId: personTaxId(20_000_003), name: 'IBARRA GOÑI ANE' },
  },
  {
    book: '140-without-invoice',
    taxpayer: { taxId: personTaxId(20_000_002), name: 'URRUTIA ZABALA MIREN' },
  },
  {
    book: '240-received',
    taxpayer: { taxId: 'F35999705', name: 'Bide Onera Koop. E.' },
  },
] as const;

/** One window for the first use, books and faults. */
const opened = share(() => openRunning({ sandbox: false }));

describe('a person who has never seen Zubi', () => {
  it('gets from the first screen to accepted sample files without reading anything', async () => {
    const { page } = opened();
    const window = new WindowPage(page);
    const submit = new SubmitPage(page);
    await submit.addSamples(submit.practiseButton);
    await window.environmentPill.getByText('Pruebas').waitFor();
    await submit.sendButton.click();
    for (const name of [
      'recibidas-lantegiak.xml',
      'gastos-etxeberria.xml',
      'gastos-sin-factura-etxeberria.xml',
    ]) {
      await submit.submissionState(name, 'accepted').waitFor();
    }
    await window.goTo('history');
    await expect.poll(() => new HistoryPage(page).rows.count()).toBe(3);
  });
});

describe.each(sampled(books, 1))('book $book', ({ book, taxpayer }) => {
  it('is created, changed and cancelled in the window, and the history survives restarts', async () => {
    const make = (form: Parameters<typeof makeDocument>[0], operation?: 'A00' | 'M00') =>
      makeDocument(form, { seed: 5, records: 3, taxpayer, ...(operation ? { operation } : {}) });
    const documents = [
      [`${book} alta & año 2026.xml`, make(book, 'A00')],
      [`${book} modificación.xml`, make(book, 'M00')],
      [`${book} anulación.xml`, make(`${book}-cancellation`)],
    ] as const;
    const application = opened();
    const { page } = application;
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];

    for (const [index, [name, content]] of documents.entries()) {
      await window.goTo(index === 1 ? 'history' : 'submit');
      await window.dropFiles([{ name, content }]);
      if (index === 0) {
        await submit.standing(name, 'newCompany').waitFor();
        await submit.select(name);
        await submit.createFromFile.click();
        await new CompanyDialog(page).save();
      }
      await submit.standing(name, 'ready').waitFor();
      await submit.sendButton.click();
      await submit.submissionState(name, 'accepted').waitFor();
      // The plug is pulled between two steps: only what is on disk counts.
      if (!isSoak && index > 0) continue;
      await application.kill();
      await application.startAgain();
    }

    const history = new HistoryPage(page);
    await window.goTo('history');
    for (const [name] of documents) await history.state(name, 'accepted').waitFor();
    await history.open(documents[0][0]);
    const submission = new SubmissionPage(page);
    await submission.state('accepted').waitFor();
    await submission.recordResults('correct').first().waitFor();
    await expect.poll(() => submission.recordResults('correct').count()).toBe(3);
    await expect.poll(() => submission.steps.count()).toBe(4);
  });
});

describe('a file with a fault', () => {
  it('is explained, fixed, dropped again and sent', async () => {
    const { page } = opened();
    const submit = new SubmitPage(page);
    const window = new WindowPage(page);
    await window.goTo('submit');
    const good = makeDocument('240-received', { seed: 9, records: 2, taxpayer: company });
    const broken = good.replace(
      /<FechaRecepcion>(\d\d)-(\d\d)-(\d{4})</,
      '<FechaRecepcion>$3-$2-$1<',
    );
    expect(broken).not.toBe(good);

    await window.dropFiles([{ name: 'recibidas.xml', content: broken }]);
    await submit.standing('recibidas.xml', 'errors').waitFor();
    await submit.select('recibidas.xml');
    await expect.poll(() => submit.issues.count()).toBeGreaterThan(0);
    await submit.issues.first().click();
    await submit.markedLine.getByText('FechaRecepcion').first().waitFor();
    expect(await submit.markedLine.locator('mark').innerText()).toMatch(/^\d{4}-\d\d-\d\d$/);
    // The indentation that all shown lines share is left out.
    const shown = await submit.excerpt.locator('code').allTextContents();
    expect(shown.some((line) => line.startsWith('<'))).toBe(true);
    const words = await submit.panel.innerText();
    expect(words).toMatch(/dd-mm-aaaa/i);
    expect(words).not.toMatch(/facet|pattern|element|schema/i);

    await window.dropFiles([{ name: 'recibidas.xml', content: good }]);
    await submit
      .row('recibidas.xml')
      .nth(1)
      .or(submit.standing('recibidas.xml', 'newCompany'))
      .first()
      .waitFor();
    await submit.createCompanies.click();
    await new CompanyDialog(page).save();
    await submit.standing('recibidas.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('recibidas.xml', 'accepted').waitFor();
    // A document of another book is named.
    const ticket =
      '<T:TicketBai xmlns:T="urn:ticketbai:emision"><Cabecera><IDVersionTBAI>1.2</IDVersionTBAI></Cabecera></T:TicketBai>';
    await window.dropFiles([
      { name: 'factura-221.xml', content: ticket },
      { name: 'pagina.html', content: '<!doctype html><html><body>hola</body></html>' },
    ]);
    await submit.standing('factura-221.xml', 'notSendable').waitFor();
    await submit.select('factura-221.xml');
    await submit.panel.getByText('Es un archivo TicketBAI', { exact: true }).waitFor();
    await submit.standing('pagina.html', 'notSendable').waitFor();
    await submit.select('pagina.html');
    await submit.panel
      .getByText(/HTML|página web/i)
      .first()
      .waitFor();
  });

  it('is not sent a second time without a question; in one drop twice, it is sent once and does not delay the others', async () => {
    const { page } = opened();
    const [window, submit] = [new WindowPage(page), new SubmitPage(page)];
    const history = new HistoryPage(page);
    const make = (seed: number) =>
      makeDocument('240-received', { seed, records: 1, taxpayer: company });
    await window.openAnew('submit');
    await window.dropFiles([{ name: 'primera.xml', content: make(10) }]);
    await submit.standing('primera.xml', 'ready').waitFor();
    await submit.sendButton.click();
    await submit.submissionState('primera.xml', 'accepted').waitFor();
    await window.dropFiles([{ name: 'segunda.xml', content: make(10) }]);
    await submit.standing('segunda.xml', 'warnings').waitFor();
    await submit.sendButton.click();
    await submit.duplicateDialog.waitFor();
    await submit.leaveDuplicates.click();
    await submit.select('segunda.xml');
    await submit.discardFile.click();
    await submit.row('segunda.xml').waitFor({ state: 'detached' });

    await window.dropFiles([
      { name: 'compras.xml', content: make(11) },
      { name: 'compras - copia.xml', content: make(11) },
      { name: 'otras.xml', content: make(12) },
    ]);
    for (const name of ['compras.xml', 'compras - copia.xml', 'otras.xml'])
      await submit.standing(name, 'ready').waitFor();
    await submit.sendButton.click();
    // The hand-over decides which of the two came first.
    await submit.duplicateDialog.getByText(': el mismo archivo que compras').waitFor();
    expect(await submit.sendDuplicates.count()).toBe(0);
    await submit.sendOthers.click();
    await submit.submissionState('otras.xml', 'accepted').waitFor();
    const two = submit.rows.filter({ hasText: 'compras' });
    await two.getByTestId('state-accepted').waitFor();
    // The other shows by itself that its document was sent, with the submission beside it.
    await two.locator('[data-standing="warnings"]').click();
    await submit.issue('history_same_document').waitFor();
    await window.goTo('history');
    await history.state('primera.xml', 'accepted').waitFor();
    await expect.poll(() => history.rows.filter({ hasText: 'compras' }).count()).toBe(1);
    expect(await history.rows.filter({ hasText: 'segunda.xml' }).count()).toBe(0);
  });
});
