import type { ExpenseType, Model } from '../../contract/ledger-books.ts';

/** One of the ledger's three books that this service serves. */
export interface Book {
  /** The book's name in the ledger's tables. */
  readonly id: string;
  readonly model: Model;
  readonly expenseType: ExpenseType | null;
  /** The element of a record's identity in the ledger's answers. */
  readonly identityElement: string;
}

/**
 * The meaning of a document's root element: book, group of operations, name of the ledger's
 * response.
 */
export interface Chapter {
  readonly book: Book;
  readonly group: 'creation_or_modification' | 'cancellation';
  readonly responseRoot: string;
  readonly responseNamespace: string;
}

const namespaces = 'https://www.batuz.eus/fitxategiak/batuz/LROE/esquemas/';

const stems: readonly { readonly book: Book; readonly root: string; readonly file: string }[] = [
  {
    book: {
      id: '140/2.1',
      model: '140',
      expenseType: 'with_invoice',
      identityElement: 'IDGasto',
    },
    root: 'LROEPF140GastosConFactura',
    file: 'LROE_PF_140_2_1_Gastos_Confactura_',
  },
  {
    book: {
      id: '140/2.2',
      model: '140',
      expenseType: 'without_invoice',
      identityElement: 'IDGasto',
    },
    root: 'LROEPF140GastosSinFactura',
    file: 'LROE_PF_140_2_2_Gastos_Sinfactura_',
  },
  {
    book: { id: '240/2', model: '240', expenseType: null, identityElement: 'IDRecibida' },
    root: 'LROEPJ240FacturasRecibidas',
    file: 'LROE_PJ_240_2_FacturasRecibidas_',
  },
];

/** The chapter of a root element's local name (table of forms); null for any other. */
export function chapterOfRoot(rootName: string): Chapter | null {
  const stem = stems.find(({ root }) => rootName.startsWith(root));
  if (stem === undefined) return null;
  switch (rootName.slice(stem.root.length)) {
    case 'AltaModifPeticion':
      return chapter(stem, 'creation_or_modification', 'AltaModifRespuesta', 'V1_0_1');
    case 'AnulacionPeticion':
      return chapter(stem, 'cancellation', 'AnulacionRespuesta', 'V1_0_0');
    default:
      return null;
  }
}

function chapter(
  stem: (typeof stems)[number],
  group: Chapter['group'],
  ending: string,
  version: string,
): Chapter {
  return {
    book: stem.book,
    group,
    responseRoot: `${stem.root}${ending}`,
    responseNamespace: `${namespaces}${stem.file}${ending}_${version}.xsd`,
  };
}
