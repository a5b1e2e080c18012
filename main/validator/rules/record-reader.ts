import type { FormDefinition } from '../forms.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { textOf } from '../xml/elements.ts';
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
import { slotCount, slotOf, slotOfName } from './slots.ts';
import { CodeReader, isBlankText, readDay, readHundredths } from './values.ts';

/**
 * The schema layer's result for a document: its elements, and the records with a faulty structure.
 */
export interface ToldFaults {
  readonly elements: ReadonlySet<number>;
  /** Records (their elements) with a missing, unknown or misplaced element. */
  readonly brokenRecords: ReadonlySet<number>;
}

/**
 * Reads the records of a document into the shape that rules use. Of repeated elements the first
 * counts.
 */
export class RecordReader {
  readonly #elementIndex: ElementIndex;
  readonly #definition: FormDefinition;
  readonly #told: ToldFaults;
  readonly #slotOfName: Uint8Array;
  readonly #codes = new CodeReader();
  // The children of the current element by name: one list for each kind of parent, refilled for
  // every record.
  readonly #ofRecord = new Int32Array(slotCount);
  readonly #ofHeader = new Int32Array(slotCount);
  readonly #ofData = new Int32Array(slotCount);
  readonly #ofPart = new Int32Array(slotCount);
  readonly #ofLine = new Int32Array(slotCount);

  constructor(elementIndex: ElementIndex, definition: FormDefinition, told: ToldFaults) {
    this.#elementIndex = elementIndex;
    this.#definition = definition;
    this.#told = told;
    this.#slotOfName = Uint8Array.from(elementIndex.localNames, slotOfName);
  }

  read(element: number, number: number): LedgerRecord {
    const isWhole = !this.#told.brokenRecords.has(element);
    const base = { ...emptyRecord, element, number, isWhole };
    const cancels = this.#definition.operationGroup === 'cancellation';
    if (!this.#definition.hasInvoices)
      return cancels ? this.#cancelledExpense(base) : this.#expense(base);
    return cancels ? this.#cancelledInvoice(base) : this.#invoice(base);
  }

  #invoice(base: LedgerRecord): LedgerRecord {
    const record = this.#children(base.element, this.#ofRecord);
    const header = this.#children(record[slotOf.CabeceraFactura], this.#ofHeader);
    const data = this.#children(record[slotOf.DatosFactura], this.#ofData);
    const keys = this.#keys(data[slotOf.Claves]);
    const other = record[slotOf.OtraInformacionTrascendenciaTributaria];
    return {
      element: base.element,
      number: base.number,
      isWhole: base.isWhole,
      party: this.#party(record[slotOf.EmisorFacturaRecibida]),
      series: this.#text(header[slotOf.SerieFactura]),
      invoiceNumber: this.#text(header[slotOf.NumFactura]),
      lastNumber: this.#text(header[slotOf.NumFacturaFin]),
      issued: this.#day(header[slotOf.FechaExpedicionFactura]),
      operation: this.#day(header[slotOf.FechaOperacion]),
      received: this.#day(header[slotOf.FechaRecepcion]),
      accounted: this.#day(this.#children(other, this.#ofPart)[slotOf.FechaRegistroContable]),
      type: this.#code(header[slotOf.TipoFactura]),
      correction: this.#correction(header[slotOf.FacturaRectificativa]),
      related: this.#related(header[slotOf.FacturasRectificadasSustituidas]),
      description: this.#text(data[slotOf.DescripcionOperacion]),
      keys,
      keysInForce: keysInForce(this.#definition.chapterId, keys),
      total: this.#amount(data[slotOf.ImporteTotalFactura]),
      baseAtCost: this.#amount(data[slotOf.BaseImponibleACoste]),
      successor: this.#successor(this.#children(other, this.#ofPart)[slotOf.EntidadSucedida]),
      lines: this.#lines(record[slotOf[this.#definition.lines]]),
      headerElement: record[slotOf.CabeceraFactura] ?? 0,
      dataElement: record[slotOf.DatosFactura] ?? 0,
    };
  }

  #expense(base: LedgerRecord): LedgerRecord {
    const record = this.#children(base.element, this.#ofRecord);
    const line = record[slotOf.Renta] ?? 0;
    return {
      ...base,
      party: this.#party(record[slotOf.ContraparteDeclaradaProveedora]),
      operation: this.#day(record[slotOf.FechaOperacion]),
      lines: line === 0 ? [] : [this.#line(line)],
    };
  }

  #cancelledInvoice(base: LedgerRecord): LedgerRecord {
    const record = this.#children(base.element, this.#ofRecord);
    const key = record[slotOf[this.#definition.identity]];
    const id = this.#children(key, this.#ofHeader);
    return {
      ...base,
      party: this.#party(id[slotOf.EmisorFacturaRecibida]),
      series: this.#text(id[slotOf.SerieFactura]),
      invoiceNumber: this.#text(id[slotOf.NumFactura]),
      issued: this.#day(id[slotOf.FechaExpedicionFactura]),
      headerElement: key ?? 0,
    };
  }

  #cancelledExpense(base: LedgerRecord): LedgerRecord {
    const key =
      this.#children(base.element, this.#ofRecord)[slotOf[this.#definition.identity]] ?? 0;
    if (key === 0) return base;
    const id = this.#children(key, this.#ofHeader);
    return { ...base, operation: this.#day(id[slotOf.FechaOperacion]), lines: [this.#line(key)] };
  }

  /** Lists an element's children by slot; 0 for missing ones. */
  #children(parent: number | undefined, found: Int32Array): Int32Array {
    found.fill(0);
    if (parent === undefined || parent === 0) return found;
    const { after, name } = this.#elementIndex;
    const end = after[parent] ?? 0;
    for (let child = parent + 1; child < end; child = after[child] ?? end) {
      const slot = this.#slotOfName[name[child] ?? 0] ?? 0;
      if (slot !== 0 && found[slot] === 0) found[slot] = child;
    }
    return found;
  }

  /** An element's children with one name, in order. */
  #allNamed(parent: number | undefined, slot: number): number[] {
    const named: number[] = [];
    if (parent === undefined || parent === 0) return named;
    const { after, name } = this.#elementIndex;
    const end = after[parent] ?? 0;
    for (let child = parent + 1; child < end; child = after[child] ?? end) {
      if (this.#slotOfName[name[child] ?? 0] === slot) named.push(child);
    }
    return named;
  }

  #isTold(element: number): boolean {
    return this.#told.elements.size > 0 && this.#told.elements.has(element);
  }

  #amount(element: number | undefined): Amount | null {
    if (element === undefined || element === 0) return null;
    return {
      element,
      cents: this.#isTold(element) ? null : readHundredths(this.#elementIndex, element),
    };
  }

  #rate(element: number | undefined): Rate | null {
    if (element === undefined || element === 0) return null;
    return {
      element,
      hundredths: this.#isTold(element) ? null : readHundredths(this.#elementIndex, element),
    };
  }

  #code(element: number | undefined): Code | null {
    if (element === undefined || element === 0) return null;
    const code = this.#isTold(element) ? '' : this.#codes.read(this.#elementIndex, element);
    return { element, code: code === '' ? null : code };
  }

  #text(element: number | undefined): Text | null {
    if (element === undefined || element === 0) return null;
    return { element, isBlank: !this.#isTold(element) && isBlankText(this.#elementIndex, element) };
  }

  #day(element: number | undefined): CalendarDay | null {
    if (element === undefined || element === 0) return null;
    if (this.#isTold(element)) return { element, day: null, isReal: true };
    const day = readDay(this.#elementIndex, element);
    // The schema accepts digits of any script; such a text is no date either.
    if (day === null)
      return { element, day, isReal: !schemaDate.test(textOf(this.#elementIndex, element)) };
    if (day < 0) return { element, day: null, isReal: false };
    return { element, day, isReal: true };
  }

  #party(element: number | undefined): Party | null {
    if (element === undefined || element === 0) return null;
    const party = this.#children(element, this.#ofPart);
    const taxId = this.#text(party[slotOf.NIF]);
    const name = this.#text(party[slotOf.ApellidosNombreRazonSocial]);
    return {
      element,
      taxId,
      name,
      // Last: it uses the same list.
      foreign: this.#foreign(party[slotOf.IDOtro]),
    };
  }

  #foreign(element: number | undefined): ForeignId | null {
    if (element === undefined || element === 0) return null;
    const id = this.#children(element, this.#ofPart);
    return {
      element,
      country: this.#code(id[slotOf.CodigoPais]),
      kind: this.#code(id[slotOf.IDType]),
      id: this.#text(id[slotOf.ID]),
    };
  }

  #correction(element: number | undefined): Correction | null {
    if (element === undefined || element === 0) return null;
    const correction = this.#children(element, this.#ofPart);
    const method = this.#code(correction[slotOf.Tipo]);
    const holder = correction[slotOf.ImporteRectificacionSustitutiva] ?? 0;
    const amounts = this.#children(holder, this.#ofPart);
    const substituted = {
      element: holder,
      base: this.#amount(amounts[slotOf.BaseRectificada]),
      quota: this.#amount(amounts[slotOf.CuotaRectificada]),
      surcharge: this.#amount(amounts[slotOf.CuotaRecargoRectificada]),
    };
    return {
      element,
      method,
      substituted: holder === 0 ? null : substituted,
    };
  }

  #related(element: number | undefined): RelatedInvoices | null {
    if (element === undefined || element === 0) return null;
    const invoices = this.#allNamed(element, slotOf.IDFacturaRectificadaSustituida).map(
      (invoice) => {
        const id = this.#children(invoice, this.#ofPart);
        return {
          element: invoice,
          number: this.#text(id[slotOf.NumFactura]),
          issued: this.#day(id[slotOf.FechaExpedicionFactura]),
        };
      },
    );
    return { element, invoices };
  }

  #keys(element: number | undefined): Code[] {
    return this.#allNamed(element, slotOf.IDClave).flatMap(
      (entry) => this.#code(this.#allNamed(entry, slotOf.ClaveRegimenIvaOpTrascendencia)[0]) ?? [],
    );
  }

  #successor(element: number | undefined): LedgerRecord['successor'] {
    if (element === undefined || element === 0) return null;
    const entity = this.#children(element, this.#ofPart);
    return { name: this.#text(entity[slotOf.NombreRazon]), taxId: this.#text(entity[slotOf.NIF]) };
  }

  #lines(element: number | undefined): Line[] {
    const slot = slotOf[this.#definition.line];
    return this.#allNamed(element, slot).map((line) => this.#line(line));
  }

  #line(element: number): Line {
    const line = this.#children(element, this.#ofLine);
    return {
      element,
      activity: this.#text(line[slotOf.Epigrafe]),
      asset: this.#code(line[slotOf.BienAfectoIRPFYOIVA]),
      concept: this.#code(line[slotOf.Concepto]),
      lineNumber: this.#text(line[slotOf.Linea]),
      assetReference: this.#text(line[slotOf.ReferenciaBien]),
      reverseCharge: this.#code(line[slotOf.InversionSujetoPasivo]),
      retailRegime: this.#code(line[slotOf.OperacionEnRecargoDeEquivalenciaORegimenSimplificado]),
      base: this.#amount(line[slotOf.BaseImponible]),
      rate: this.#rate(line[slotOf.TipoImpositivo]),
      quota: this.#amount(line[slotOf.CuotaIVASoportada]),
      deductible: this.#amount(line[slotOf.CuotaIVADeducible]),
      surchargeRate: this.#rate(line[slotOf.TipoRecargoEquivalencia]),
      surcharge: this.#amount(line[slotOf.CuotaRecargoEquivalencia]),
      compensationRate: this.#rate(line[slotOf.PorcentajeCompensacionREAGYP]),
      compensation: this.#amount(line[slotOf.ImporteCompensacionREAGYP]),
      expense: this.#amount(line[slotOf.ImporteGastoIRPF]),
    };
  }
}

const schemaDate = /^\p{Nd}{2}-\p{Nd}{2}-\p{Nd}{4}$/u;
