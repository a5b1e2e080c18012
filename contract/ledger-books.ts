/** The constants of a book of the ledger: of its form, and of its cancellations' form. */
interface LedgerBookRow {
  /** Name of its schemas; the cancellations add `-cancellation`. */
  readonly name: string;
  readonly model: string;
  /** Null where the service expects none. */
  readonly expenseType: string | null;
  /** The book's name in the ledger's validation document. */
  readonly chapterId: string;
  /** Chapter and subchapter in a file's header; some chapters have no subchapter. */
  readonly chapter: string;
  readonly subchapter: string | null;
  /** Whether its records are invoices; others are identified by date, activity and line. */
  readonly hasInvoices: boolean;
  /** Elements: the list of records, a record, its identity, the list of its lines, a line. */
  readonly container: string;
  readonly record: string;
  readonly identity: string;
  readonly lines: string;
  readonly line: string;
  /** The service's endpoint for its files (specification, part 1): a name in the profile. */
  readonly endpoint: string;
  /** The number of its creations in the column `form`; the other operations follow. */
  readonly firstNumber: number;
}

/** The books of the service: the six forms. */
export const ledgerBooks = [
  {
    name: '140-with-invoice',
    model: '140',
    expenseType: 'with_invoice',
    chapterId: '140/2.1',
    chapter: '2',
    subchapter: '2.1',
    hasInvoices: true,
    container: 'Gastos',
    record: 'Gasto',
    identity: 'IDGasto',
    lines: 'RentaIVA',
    line: 'DetalleRentaIVA',
    endpoint: 'expenses',
    firstNumber: 0,
  },
  {
    name: '140-without-invoice',
    model: '140',
    expenseType: 'without_invoice',
    chapterId: '140/2.2',
    chapter: '2',
    subchapter: '2.2',
    hasInvoices: false,
    container: 'Gastos',
    record: 'Gasto',
    identity: 'IDGasto',
    lines: 'Renta',
    line: 'Renta',
    endpoint: 'expenses',
    firstNumber: 3,
  },
  {
    name: '240-received',
    model: '240',
    expenseType: null,
    chapterId: '240/2',
    chapter: '2',
    subchapter: null,
    hasInvoices: true,
    container: 'FacturasRecibidas',
    record: 'FacturaRecibida',
    identity: 'IDRecibida',
    lines: 'IVA',
    line: 'DetalleIVA',
    endpoint: 'receivedInvoices',
    firstNumber: 6,
  },
] as const satisfies readonly LedgerBookRow[];

export type LedgerBook = (typeof ledgerBooks)[number];
export type BookName = LedgerBook['name'];
export const bookNames: readonly BookName[] = ledgerBooks.map(({ name }) => name);
export type Model = LedgerBook['model'];
export type ExpenseType = NonNullable<LedgerBook['expenseType']>;

export const models = [...new Set(ledgerBooks.map(({ model }) => model))];
export const expenseTypes = ledgerBooks.flatMap(({ expenseType }) => expenseType ?? []);

export const operations = ['creation', 'modification', 'cancellation'] as const;
export type Operation = (typeof operations)[number];

/** Name of a form's schemas: creation and modification, or cancellation. */
export type FormName = LedgerBook['name'] | `${LedgerBook['name']}-cancellation`;
export const formNames: readonly FormName[] = ledgerBooks.flatMap(({ name }): FormName[] => [
  name,
  `${name}-cancellation`,
]);

interface BookKey {
  readonly model: Model;
  readonly expenseType: ExpenseType | null;
}

/** The book of a model and an expense type; undefined where no book has both. */
export function findBook({ model, expenseType }: BookKey): LedgerBook | undefined {
  return ledgerBooks.find((book) => book.model === model && book.expenseType === expenseType);
}

/** The book of a form. Throws `RangeError` where no book has both. */
export function bookOf(key: BookKey): LedgerBook {
  const book = findBook(key);
  if (book === undefined) throw new RangeError(`no book ${key.model} ${key.expenseType}`);
  return book;
}

/** The form that a schema is of. */
export function formNameOf(schema: BookKey & { readonly operationGroup: string }): FormName {
  const { name } = bookOf(schema);
  return schema.operationGroup === 'cancellation' ? `${name}-cancellation` : name;
}

interface FormFilter {
  readonly model?: Model | undefined;
  readonly operation?: Operation | undefined;
  readonly expenseType?: ExpenseType | null | undefined;
}

/** Numbers of a filter's forms in the column `form`. */
export function formNumbers({ model, operation, expenseType }: FormFilter): number[] {
  return ledgerBooks
    .filter((book) => model === undefined || book.model === model)
    .filter((book) => expenseType === undefined || book.expenseType === expenseType)
    .flatMap(({ firstNumber }) =>
      operations.flatMap((each, index) =>
        operation === undefined || each === operation ? [firstNumber + index] : [],
      ),
    );
}
