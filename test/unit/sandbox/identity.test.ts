import { describe, expect, it } from 'vitest';
import type { RecordKey } from '../../../contract/form.ts';
import { type Book, chapterOfRoot } from '../../../sandbox/ledger/books.ts';
import { identityOf } from '../../../sandbox/ledger/identity.ts';

const invoice: RecordKey = {
  issuer: 'A12345674',
  series: 'A',
  number: '7',
  date: '01-02-2026',
  epigraph: null,
  concept: null,
  line: null,
};
const expense: RecordKey = {
  issuer: null,
  series: null,
  number: null,
  date: '01-02-2026',
  epigraph: '197500',
  concept: '600',
  line: '1',
};

function bookOf(root: string): Book {
  const chapter = chapterOfRoot(root);
  if (chapter === null) throw new Error(`no chapter: ${root}`);
  return chapter.book;
}
const received = bookOf('LROEPJ240FacturasRecibidasAltaModifPeticion');
const withInvoice = bookOf('LROEPF140GastosConFacturaAnulacionPeticion');
const withoutInvoice = bookOf('LROEPF140GastosSinFacturaAltaModifPeticion');

describe('the identity of an invoice', () => {
  it.each([received, withInvoice])('is its issuer, series, number and date in book $id', (book) => {
    const same = identityOf(book, invoice);
    for (const part of ['issuer', 'series', 'number', 'date'] as const) {
      expect(identityOf(book, { ...invoice, [part]: 'other' }), part).not.toBe(same);
    }
    expect(identityOf(book, { ...invoice, epigraph: '1', concept: '2', line: '3' })).toBe(same);
  });

  it('does not depend on spaces, on the case of the tax id, or on how a missing series is written', () => {
    expect(identityOf(received, { ...invoice, issuer: ' a12345674 ', number: ' 7 ' })).toBe(
      identityOf(received, invoice),
    );
    expect(identityOf(received, { ...invoice, series: null })).toBe(
      identityOf(received, { ...invoice, series: '' }),
    );
  });

  it('depends on the case of series and number, and on the border between them', () => {
    expect(identityOf(received, { ...invoice, series: 'a' })).not.toBe(
      identityOf(received, invoice),
    );
    expect(identityOf(received, { ...invoice, series: 'A","7' })).not.toBe(
      identityOf(received, { ...invoice, series: 'A', number: '7","7' }),
    );
  });
});

describe('the identity of an expense without invoice', () => {
  it('is its date, epigraph, concept and line', () => {
    const same = identityOf(withoutInvoice, expense);
    for (const part of ['date', 'epigraph', 'concept', 'line'] as const) {
      expect(identityOf(withoutInvoice, { ...expense, [part]: '9' }), part).not.toBe(same);
    }
  });

  it('excludes the counterparty, which a cancellation does not have', () => {
    expect(identityOf(withoutInvoice, { ...expense, issuer: 'A12345674' })).toBe(
      identityOf(withoutInvoice, expense),
    );
  });

  it('has the line as a number', () => {
    for (const line of ['01', '+1', ' 1 ']) {
      expect(identityOf(withoutInvoice, { ...expense, line })).toBe(
        identityOf(withoutInvoice, expense),
      );
    }
    expect(identityOf(withoutInvoice, { ...expense, line: '10' })).not.toBe(
      identityOf(withoutInvoice, expense),
    );
  });
});

describe('the chapter of a root element', () => {
  it('is known for the six forms', () => {
    expect(chapterOfRoot('LROEPF140GastosConFacturaAltaModifPeticion')).toMatchObject({
      book: { id: '140/2.1', model: '140', expenseType: 'with_invoice' },
      group: 'creation_or_modification',
      responseRoot: 'LROEPF140GastosConFacturaAltaModifRespuesta',
    });
    expect(chapterOfRoot('LROEPJ240FacturasRecibidasAnulacionPeticion')).toMatchObject({
      book: { id: '240/2' },
      group: 'cancellation',
      responseRoot: 'LROEPJ240FacturasRecibidasAnulacionRespuesta',
    });
  });

  it.each(['', 'a', 'LROEPF140GastosConFactura', 'LROEPF140GastosConFacturaAltaModifRespuesta'])(
    'does not exist for "%s"',
    (root) => {
      expect(chapterOfRoot(root)).toBeNull();
    },
  );
});
