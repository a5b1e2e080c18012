import type { FormDefinition } from '../forms.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childNamed, childrenNamed, textOf } from '../xml/elements.ts';
import { CodeReader, isBlankText, readDay, readHundredths } from '../xml/values.ts';
import type { ElementName } from './element-order.ts';
import { emptyRecord } from './empty-record.ts';
import { keysInForce } from './keys.ts';
import type {
  Amount,
  CalendarDay,
  Code,
  Correction,
  ForeignId,
  LedgerRecord,
  Line,
  Party,
  Rate,
  RelatedInvoices,
  Text,
} from './record.ts';

/**
 * The schema layer's result for a document: its elements, and the records with a faulty structure.
 */
export interface ToldFaults {
  readonly elements: ReadonlySet<number>;
  /** Records (their elements) with a missing, unknown or misplaced element. */
  readonly brokenRecords: ReadonlySet<number>;
}

/** What every record has. */
type Base = Pick<LedgerRecord, 'element' | 'number' | 'isWhole'>;

interface RecordDocument {
  readonly elementIndex: ElementIndex;
  readonly definition: FormDefinition;
  readonly records: Uint32Array;
}

/**
 * Reads the records of a document into the shape that rules use. Of repeated elements the first
 * counts.
 */
export class RecordReader {
  readonly #elementIndex: ElementIndex;
  readonly #definition: FormDefinition;
  /** The records' elements, in order. */
  readonly #records: Uint32Array;
  readonly #told: ToldFaults;
  readonly #codes = new CodeReader();

  constructor({ elementIndex, definition, records }: RecordDocument, told: ToldFaults) {
    this.#elementIndex = elementIndex;
    this.#definition = definition;
    this.#records = records;
    this.#told = told;
  }

  /** Reads the record with a number, from 1. */
  read(number: number): LedgerRecord {
    const element = this.#records[number - 1] ?? 0;
    const isWhole = !this.#told.brokenRecords.has(element);
    const base = { element, number, isWhole };
    const cancels = this.#definition.operationGroup === 'cancellation';
    if (!this.#definition.hasInvoices)
      return cancels ? this.#cancelledExpense(base) : this.#expense(base);
    return cancels ? this.#cancelledInvoice(base) : this.#invoice(base);
  }

  #invoice({ element, number, isWhole }: Base): LedgerRecord {
    const header = this.#child(element, 'CabeceraFactura');
    const data = this.#child(element, 'DatosFactura');
    const other = this.#child(element, 'OtraInformacionTrascendenciaTributaria');
    const keys = this.#keys(data);
    return {
      element,
      number,
      isWhole,
      party: this.#party(element, 'EmisorFacturaRecibida'),
      series: this.#text(header, 'SerieFactura'),
      invoiceNumber: this.#text(header, 'NumFactura'),
      lastNumber: this.#text(header, 'NumFacturaFin'),
      issued: this.#day(header, 'FechaExpedicionFactura'),
      operation: this.#day(header, 'FechaOperacion'),
      received: this.#day(header, 'FechaRecepcion'),
      accounted: this.#day(other, 'FechaRegistroContable'),
      type: this.#code(header, 'TipoFactura'),
      correction: this.#correction(header),
      related: this.#related(header),
      description: this.#text(data, 'DescripcionOperacion'),
      keys,
      keysInForce: keysInForce(this.#definition.chapterId, keys),
      total: this.#amount(data, 'ImporteTotalFactura'),
      baseAtCost: this.#amount(data, 'BaseImponibleACoste'),
      successor: this.#successor(other),
      lines: this.#lines(element),
      headerElement: header ?? 0,
      dataElement: data ?? 0,
    };
  }

  #expense(base: Base): LedgerRecord {
    const line = this.#child(base.element, 'Renta');
    return {
      ...emptyRecord,
      ...base,
      party: this.#party(base.element, 'ContraparteDeclaradaProveedora'),
      operation: this.#day(base.element, 'FechaOperacion'),
      lines: line === null ? [] : [this.#line(line)],
    };
  }

  #cancelledInvoice(base: Base): LedgerRecord {
    const id = this.#child(base.element, this.#definition.identity);
    return {
      ...emptyRecord,
      ...base,
      party: this.#party(id, 'EmisorFacturaRecibida'),
      series: this.#text(id, 'SerieFactura'),
      invoiceNumber: this.#text(id, 'NumFactura'),
      issued: this.#day(id, 'FechaExpedicionFactura'),
      headerElement: id ?? 0,
    };
  }

  #cancelledExpense(base: Base): LedgerRecord {
    const id = this.#child(base.element, this.#definition.identity);
    const record = { ...emptyRecord, ...base };
    if (id === null) return record;
    return { ...record, operation: this.#day(id, 'FechaOperacion'), lines: [this.#line(id)] };
  }

  #child(parent: number | null, name: ElementName): number | null {
    return parent === null ? null : childNamed(this.#elementIndex, parent, name);
  }

  #children(parent: number | null, name: ElementName): number[] {
    return parent === null ? [] : childrenNamed(this.#elementIndex, parent, name);
  }

  #amount(parent: number | null, name: ElementName): Amount | null {
    const element = this.#child(parent, name);
    return element === null ? null : { element, cents: this.#hundredths(element) };
  }

  #rate(parent: number | null, name: ElementName): Rate | null {
    const element = this.#child(parent, name);
    return element === null ? null : { element, hundredths: this.#hundredths(element) };
  }

  #hundredths(element: number): number | null {
    return this.#isTold(element) ? null : readHundredths(this.#elementIndex, element);
  }

  #code(parent: number | null, name: ElementName): Code | null {
    const element = this.#child(parent, name);
    if (element === null) return null;
    const code = this.#isTold(element) ? '' : this.#codes.read(this.#elementIndex, element);
    return { element, code: code === '' ? null : code };
  }

  #text(parent: number | null, name: ElementName): Text | null {
    const element = this.#child(parent, name);
    if (element === null) return null;
    return { element, isBlank: !this.#isTold(element) && isBlankText(this.#elementIndex, element) };
  }

  #day(parent: number | null, name: ElementName): CalendarDay | null {
    const element = this.#child(parent, name);
    if (element === null) return null;
    if (this.#isTold(element)) return { element, day: null, isReal: true };
    const day = readDay(this.#elementIndex, element);
    // The schema accepts digits of any script; such a text is no date either.
    if (day === null)
      return { element, day, isReal: !schemaDate.test(textOf(this.#elementIndex, element)) };
    if (day < 0) return { element, day: null, isReal: false };
    return { element, day, isReal: true };
  }

  /** Whether an earlier layer has reported the element. */
  #isTold(element: number): boolean {
    return this.#told.elements.has(element);
  }

  #party(parent: number | null, name: ElementName): Party | null {
    const element = this.#child(parent, name);
    if (element === null) return null;
    return {
      element,
      taxId: this.#text(element, 'NIF'),
      name: this.#text(element, 'ApellidosNombreRazonSocial'),
      foreign: this.#foreign(element),
    };
  }

  #foreign(party: number): ForeignId | null {
    const element = this.#child(party, 'IDOtro');
    if (element === null) return null;
    return {
      element,
      country: this.#code(element, 'CodigoPais'),
      kind: this.#code(element, 'IDType'),
      id: this.#text(element, 'ID'),
    };
  }

  #correction(header: number | null): Correction | null {
    const element = this.#child(header, 'FacturaRectificativa');
    if (element === null) return null;
    return {
      element,
      method: this.#code(element, 'Tipo'),
      substituted: this.#substituted(element),
    };
  }

  #substituted(correction: number): Correction['substituted'] {
    const element = this.#child(correction, 'ImporteRectificacionSustitutiva');
    if (element === null) return null;
    return {
      element,
      base: this.#amount(element, 'BaseRectificada'),
      quota: this.#amount(element, 'CuotaRectificada'),
      surcharge: this.#amount(element, 'CuotaRecargoRectificada'),
    };
  }

  #related(header: number | null): RelatedInvoices | null {
    const element = this.#child(header, 'FacturasRectificadasSustituidas');
    if (element === null) return null;
    const invoices = this.#children(element, 'IDFacturaRectificadaSustituida').map((invoice) => ({
      element: invoice,
      number: this.#text(invoice, 'NumFactura'),
      issued: this.#day(invoice, 'FechaExpedicionFactura'),
    }));
    return { element, invoices };
  }

  #keys(data: number | null): Code[] {
    const keys: Code[] = [];
    for (const entry of this.#children(this.#child(data, 'Claves'), 'IDClave')) {
      const key = this.#code(entry, 'ClaveRegimenIvaOpTrascendencia');
      if (key !== null) keys.push(key);
    }
    return keys;
  }

  #successor(other: number | null): LedgerRecord['successor'] {
    const element = this.#child(other, 'EntidadSucedida');
    if (element === null) return null;
    return { name: this.#text(element, 'NombreRazon'), taxId: this.#text(element, 'NIF') };
  }

  #lines(record: number): Line[] {
    const list = this.#child(record, this.#definition.lines);
    return this.#children(list, this.#definition.line).map((line) => this.#line(line));
  }

  #line(element: number): Line {
    return {
      element,
      activity: this.#text(element, 'Epigrafe'),
      asset: this.#code(element, 'BienAfectoIRPFYOIVA'),
      concept: this.#code(element, 'Concepto'),
      lineNumber: this.#text(element, 'Linea'),
      assetReference: this.#text(element, 'ReferenciaBien'),
      reverseCharge: this.#code(element, 'InversionSujetoPasivo'),
      retailRegime: this.#code(element, 'OperacionEnRecargoDeEquivalenciaORegimenSimplificado'),
      base: this.#amount(element, 'BaseImponible'),
      rate: this.#rate(element, 'TipoImpositivo'),
      quota: this.#amount(element, 'CuotaIVASoportada'),
      deductible: this.#amount(element, 'CuotaIVADeducible'),
      surchargeRate: this.#rate(element, 'TipoRecargoEquivalencia'),
      surcharge: this.#amount(element, 'CuotaRecargoEquivalencia'),
      compensationRate: this.#rate(element, 'PorcentajeCompensacionREAGYP'),
      compensation: this.#amount(element, 'ImporteCompensacionREAGYP'),
      expense: this.#amount(element, 'ImporteGastoIRPF'),
    };
  }
}

const schemaDate = /^\p{Nd}{2}-\p{Nd}{2}-\p{Nd}{4}$/u;
