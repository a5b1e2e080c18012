import { type Key, type LedgerDocument, readDocument, type SentRecord } from './document.ts';

/** The ledger's words for a file and for a record (`batuz_Enumerados.xsd`). */
export type FileWord = 'Correcto' | 'ParcialmenteCorrecto' | 'Incorrecto';
export type RecordWord = 'Correcto' | 'AceptadoConErrores' | 'Anulado' | 'Incorrecto';

/** The ledger's view of a record, apart from its book's content. */
export type Quality = 'fine' | 'doubtful' | 'wrong';

/** The ledger's result for a record. */
export interface Ruling extends SentRecord {
  readonly word: RecordWord;
  readonly code: string | null;
  readonly es: string | null;
  readonly eu: string | null;
}

/** A document that reached the ledger, and its true result. */
export interface Presentation {
  readonly document: LedgerDocument;
  readonly word: FileWord;
  /** Of the whole file; null where the ledger speaks of its records alone. */
  readonly code: string | null;
  /** Of every record of the file, in its order. */
  readonly rulings: readonly Ruling[];
  /** Refused as a whole: the ledger's response names no record. */
  readonly isRefusedWhole: boolean;
  readonly at: Date;
  readonly number: number;
}

const refusals = {
  duplicate: ['B4_2000003', 'Registro duplicado.', 'Erregistro bikoiztua.'],
  missing: ['B4_2000004', 'El registro no existe.', 'Erregistroa ez dago.'],
  cancelled: ['B4_2000006', 'El registro ya está anulado.', 'Erregistroa baliogabetuta dago.'],
  wrong: ['B4_2000116', 'La línea de renta no es válida.', 'Errenta-lerroa ez da baliozkoa.'],
  doubtful: ['B4_3000001', 'Faltan facturas rectificadas.', 'Zuzendutako fakturak falta dira.'],
} as const;

/** A ledger in memory: it keeps the truth, whatever the service in front of it says. */
export class Ledger {
  readonly presentations: Presentation[] = [];
  /** The records of each book, and whether they are cancelled. */
  readonly #books = new Map<string, Map<string, 'entered' | 'cancelled'>>();
  readonly #demands = new Map<string, readonly Quality[] | 'refuse_whole'>();
  readonly #clock: () => Date;
  readonly #cancelledAs: 'Correcto' | 'Anulado';

  /**
   * The ledger's examples say `Correcto` of a cancelled record; its code list has a word for it.
   */
  constructor(clock: () => Date, cancelledAs: 'Correcto' | 'Anulado') {
    this.#clock = clock;
    this.#cancelledAs = cancelledAs;
  }

  /** Sets beforehand the results for the records of a document, repeated in this order. */
  expect(sha256: string, qualities: readonly Quality[] | 'refuse_whole'): void {
    this.#demands.set(sha256, qualities);
  }

  /** Throws an `Error` for any other form. */
  present(xml: Uint8Array): Presentation {
    const document = readDocument(xml);
    const demand = this.#demands.get(document.sha256) ?? ['fine'];
    const isRefusedWhole = demand === 'refuse_whole';
    const rulings = document.records.map((record, index): Ruling => {
      if (isRefusedWhole) return { ...record, word: 'Incorrecto', code: null, es: null, eu: null };
      return this.#rule(document, record, demand[index % demand.length] ?? 'fine');
    });
    const presentation = {
      document,
      rulings,
      isRefusedWhole,
      word: wordOf(rulings),
      code: isRefusedWhole ? 'B4_1000022' : null,
      at: this.#clock(),
      number: this.presentations.length + 1,
    };
    this.presentations.push(presentation);
    return presentation;
  }

  #rule(document: LedgerDocument, record: SentRecord, quality: Quality): Ruling {
    const book = this.#bookOf(document);
    const identity = identityOf(record.key);
    const known = book.get(identity);
    if (document.operation === 'creation') {
      if (known === 'entered') return refuse(record, 'duplicate');
    } else if (known === undefined) return refuse(record, 'missing');
    else if (known === 'cancelled') return refuse(record, 'cancelled');
    if (quality === 'wrong') return refuse(record, 'wrong');
    if (document.operation === 'cancellation') {
      book.set(identity, 'cancelled');
      return { ...record, word: this.#cancelledAs, code: null, es: null, eu: null };
    }
    book.set(identity, 'entered');
    if (quality === 'doubtful')
      return { ...refuse(record, 'doubtful'), word: 'AceptadoConErrores' };
    return { ...record, word: 'Correcto', code: null, es: null, eu: null };
  }

  #bookOf(document: LedgerDocument): Map<string, 'entered' | 'cancelled'> {
    const name = bookOf(document);
    const book = this.#books.get(name) ?? new Map<string, 'entered' | 'cancelled'>();
    this.#books.set(name, book);
    return book;
  }
}

const bookOf = ({ taxId, year, kind }: LedgerDocument): string => [taxId, year, kind].join(' ');

const identityOf = (key: Key): string => JSON.stringify(Object.values(key));

function refuse(record: SentRecord, reason: keyof typeof refusals): Ruling {
  const [code, es, eu] = refusals[reason];
  return { ...record, word: 'Incorrecto', code, es, eu };
}

function wordOf(rulings: readonly Ruling[]): FileWord {
  const refused = rulings.filter(({ word }) => word === 'Incorrecto').length;
  if (refused === rulings.length) return 'Incorrecto';
  const isClean = rulings.every(({ word }) => word === 'Correcto' || word === 'Anulado');
  return isClean ? 'Correcto' : 'ParcialmenteCorrecto';
}
