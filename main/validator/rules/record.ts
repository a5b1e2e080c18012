import type { LedgerBook } from '../../../contract/ledger-books.ts';
import type { Issue } from '../../../contract/verdict.ts';
import type { RuleIssueCode } from '../issue-codes.ts';

/**
 * A record as rules see it, one shape for the six forms: what a form lacks or the file leaves out
 * is null or empty. An unreadable value, or one that the schema refuses, is null inside its field,
 * and rules skip it.
 */
export interface LedgerRecord {
  readonly element: number;
  /** Position in the file, from 1. */
  readonly number: number;
  /**
   * False when the schema found an element missing, misspelt or misplaced: then absence proves
   * nothing.
   */
  readonly isWhole: boolean;
  /** The issuer of the invoice, or the payee. */
  readonly party: Party | null;
  readonly series: Text | null;
  readonly invoiceNumber: Text | null;
  readonly lastNumber: Text | null;
  readonly issued: CalendarDay | null;
  readonly operation: CalendarDay | null;
  readonly received: CalendarDay | null;
  /** Date of the entry in the accounts (240). */
  readonly accounted: CalendarDay | null;
  readonly type: Code | null;
  readonly correction: Correction | null;
  readonly related: RelatedInvoices | null;
  readonly description: Text | null;
  readonly keys: readonly Code[];
  /**
   * Codes of the keys that are allowed together; a key that is not allowed is a fault and implies
   * nothing more.
   */
  readonly keysInForce: readonly string[];
  readonly total: Amount | null;
  readonly baseAtCost: Amount | null;
  readonly successor: { readonly name: Text | null; readonly taxId: Text | null } | null;
  /** VAT and income tax lines; an expense without invoice has one. */
  readonly lines: readonly Line[];
  /** `CabeceraFactura` and `DatosFactura`, the places of missing parts; 0 when absent. */
  readonly headerElement: number;
  readonly dataElement: number;
}

/** An element with a value; its position in the element index. */
export interface Field {
  readonly element: number;
}

/** Euros, in cents: exact, since twelve digits and two decimals are below 2^53. */
export interface Amount extends Field {
  readonly cents: number | null;
}

/** A percentage in hundredths: 21.00 is 2100. */
export interface Rate extends Field {
  readonly hundredths: number | null;
}

export interface Code extends Field {
  readonly code: string | null;
}

export interface Text extends Field {
  /** Empty or only white space. */
  readonly isBlank: boolean;
}

/** A day as the number yyyymmdd: later days are greater, and years differ by ten thousands. */
export interface CalendarDay extends Field {
  readonly day: number | null;
  /** False for an impossible day: 31-02-2024. */
  readonly isReal: boolean;
}

export interface Party extends Field {
  readonly taxId: Text | null;
  readonly foreign: ForeignId | null;
  readonly name: Text | null;
}

export interface ForeignId extends Field {
  readonly country: Code | null;
  readonly kind: Code | null;
  readonly id: Text | null;
}

/** `FacturaRectificativa`. */
export interface Correction extends Field {
  /** `S` for substitution, `I` for differences. */
  readonly method: Code | null;
  readonly substituted: (Field & SubstitutedAmounts) | null;
}

export interface SubstitutedAmounts {
  readonly base: Amount | null;
  readonly quota: Amount | null;
  readonly surcharge: Amount | null;
}

/** `FacturasRectificadasSustituidas`. */
export interface RelatedInvoices extends Field {
  readonly invoices: readonly RelatedInvoice[];
}

interface RelatedInvoice extends Field {
  readonly number: Text | null;
  readonly issued: CalendarDay | null;
}

export interface Line extends Field {
  readonly activity: Text | null;
  readonly asset: Code | null;
  readonly concept: Code | null;
  readonly lineNumber: Text | null;
  readonly assetReference: Text | null;
  readonly reverseCharge: Code | null;
  readonly retailRegime: Code | null;
  readonly base: Amount | null;
  readonly rate: Rate | null;
  readonly quota: Amount | null;
  readonly deductible: Amount | null;
  readonly surchargeRate: Rate | null;
  readonly surcharge: Amount | null;
  readonly compensationRate: Rate | null;
  readonly compensation: Amount | null;
  readonly expense: Amount | null;
}

/** What a rule receives beside the record. */
export interface RuleContext {
  readonly chapter: Chapter;
  /** From the header; null when unreadable. */
  readonly fiscalYear: number | null;
  /** Today in Europe/Madrid, yyyymmdd. */
  readonly today: number;
}

export type Chapter = LedgerBook['chapterId'];

export type Severity = Issue['severity'];

/** Where a rule reports its faults. */
export interface Report extends RuleContext {
  /** Reports a fault of an element; `as` gives it other words or another severity. */
  add(
    element: number,
    params?: Issue['params'],
    as?: { code?: RuleIssueCode; severity?: Severity },
  ): void;
  /** A field's text, cut to 200 characters; empty when it is absent. */
  text(field: Field | null): string;
  /** An element's name. */
  nameOf(element: number): string;
  /** The element in the place of a missing one: the parent's next child, else the parent. */
  placeOf(missing: string, parent: number): number;
}
