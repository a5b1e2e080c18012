import type { RecordKey, Totals } from '../../contract/form.ts';
import { ledgerBooks } from '../../contract/ledger-books.ts';
import { toAmount } from '../../contract/money.ts';
import type { FormDefinition } from './forms.ts';
import { emptyKey } from './pair-records.ts';
import type { RecordSummary } from './validator-port.ts';
import type { ElementIndex } from './xml/element-index.ts';
import { childNamed, descend, localName, textOf } from './xml/elements.ts';

/** The element that holds a record's identity, in either book. */
const identities = new Set<string>(ledgerBooks.map(({ identity }) => identity));

/** Longer than any field of a header or key. */
const maxTextBytes = 4096;

/** A record's identity for the ledger; missing parts are null. */
export function recordKey(
  elementIndex: ElementIndex,
  definition: FormDefinition,
  record: number,
): RecordKey {
  const cancels = definition.operationGroup === 'cancellation';
  if (!definition.hasInvoices) {
    const holder = cancels ? childNamed(elementIndex, record, definition.identity) : record;
    const line = cancels ? holder : childNamed(elementIndex, record, 'Renta');
    return {
      ...emptyKey,
      issuer: partyId(
        elementIndex,
        childNamed(elementIndex, record, 'ContraparteDeclaradaProveedora'),
      ),
      date: textAt(elementIndex, holder, 'FechaOperacion'),
      epigraph: textAt(elementIndex, line, 'Epigrafe'),
      concept: textAt(elementIndex, line, 'Concepto'),
      line: textAt(elementIndex, line, 'Linea'),
    };
  }
  const holder = cancels
    ? firstNamed(elementIndex, record, ...identities)
    : childNamed(elementIndex, record, 'CabeceraFactura');
  const party = childNamed(
    elementIndex,
    cancels ? (holder ?? record) : record,
    'EmisorFacturaRecibida',
  );
  return {
    ...emptyKey,
    issuer: partyId(elementIndex, party),
    series: textAt(elementIndex, holder, 'SerieFactura'),
    number: textAt(elementIndex, holder, 'NumFactura'),
    date: textAt(elementIndex, holder, 'FechaExpedicionFactura'),
  };
}

function firstNamed(
  elementIndex: ElementIndex,
  element: number,
  ...names: readonly string[]
): number | null {
  for (const name of names) {
    const child = childNamed(elementIndex, element, name);
    if (child !== null) return child;
  }
  return null;
}

function textAt(
  elementIndex: ElementIndex,
  element: number | null,
  ...path: readonly string[]
): string | null {
  const at = descend(elementIndex, element, ...path);
  return at === null ? null : textOf(elementIndex, at, maxTextBytes).slice(0, 200);
}

function partyId(elementIndex: ElementIndex, party: number | null): string | null {
  return textAt(elementIndex, party, 'NIF') ?? textAt(elementIndex, party, 'IDOtro', 'ID');
}

/** What the history shows of a record. */
export function summariseRecords(
  elementIndex: ElementIndex,
  definition: FormDefinition,
  records: Uint32Array,
): RecordSummary[] {
  return Array.from(records, (record, index) => {
    const party =
      childNamed(elementIndex, record, 'EmisorFacturaRecibida') ??
      childNamed(elementIndex, record, 'ContraparteDeclaradaProveedora');
    const amount =
      textAt(elementIndex, record, 'DatosFactura', 'ImporteTotalFactura') ??
      textAt(elementIndex, record, 'Renta', 'ImporteGastoIRPF');
    return {
      record: index + 1,
      key: recordKey(elementIndex, definition, record),
      counterparty: textAt(elementIndex, party, 'ApellidosNombreRazonSocial'),
      amount: amount === null ? null : decimalText(amount),
    };
  });
}

function decimalText(text: string): string | null {
  const sum = new CentSum();
  return sum.add(text) ? sum.text() : null;
}

/** An exact sum of euros: cents as a number while safe, then as a BigInt. */
class CentSum {
  #cents = 0;
  #carried = 0n;
  #readable = true;
  #count = 0;

  /** The number of amounts that were added. */
  get count(): number {
    return this.#count;
  }

  /** Adds an amount in the schema's form (`-12.5`, `5.`); false when it is none. */
  add(text: string): boolean {
    const match = /^([+-]?)(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text);
    if (match === null) {
      this.#readable = false;
      return false;
    }
    const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
    this.addCents(match[1] === '-' ? -cents : cents);
    return true;
  }

  addCents(cents: number): void {
    this.#count += 1;
    this.#cents += cents;
    // One amount is below 10^14 cents, so the sum is still a safe integer.
    if (Math.abs(this.#cents) < 4e15) return;
    this.#carried += BigInt(this.#cents);
    this.#cents = 0;
  }

  /** Two decimals; null when an amount was unreadable. */
  text(): string | null {
    if (!this.#readable) return null;
    return toAmount(this.#carried + BigInt(this.#cents));
  }
}

type Column = keyof Totals;

/** The elements that each form's totals sum: column by name, at a depth counted from the root. */
function summedElements(
  definition: FormDefinition,
): ReadonlyMap<string, readonly [Column, number]> {
  if (definition.operationGroup === 'cancellation') return new Map();
  if (!definition.hasInvoices) return new Map([['ImporteGastoIRPF', ['amount', 4]]]);
  return new Map([
    ['ImporteTotalFactura', ['amount', 4]],
    ['BaseImponible', ['base', 5]],
    ['CuotaIVASoportada', ['vat', 5]],
    ['CuotaIVADeducible', ['deductibleVat', 5]],
  ]);
}

/**
 * Sums a document's amounts; a column is null when an amount is unreadable or the form lacks it.
 * The amount is null, too, where a record has none: a part of the sum would pass for the whole.
 */
export function sumTotals(
  elementIndex: ElementIndex,
  definition: FormDefinition,
  records: number,
): Totals {
  const summed = summedElements(definition);
  const sums: Partial<Record<Column, CentSum>> = {};
  for (const [column] of summed.values()) sums[column] = new CentSum();
  const columnOfName: (CentSum | undefined)[] = [];
  const depthOfName: number[] = [];
  elementIndex.localNames.forEach((name, id) => {
    const [column, depth] = summed.get(name) ?? [];
    depthOfName[id] = depth ?? -1;
    columnOfName[id] = column === undefined ? undefined : sums[column];
  });
  for (let element = 0; element < elementIndex.count; element += 1) {
    const name = elementIndex.name[element] ?? 0;
    if (elementIndex.depth[element] !== depthOfName[name]) continue;
    addAmount(columnOfName[name], elementIndex, element);
  }
  return {
    amount: (sums.amount?.count ?? 0) < Math.max(1, records) ? null : (sums.amount?.text() ?? null),
    base: sums.base?.text() ?? null,
    vat: sums.vat?.text() ?? null,
    deductibleVat: sums.deductibleVat?.text() ?? null,
  };
}

function addAmount(sum: CentSum | undefined, elementIndex: ElementIndex, element: number): void {
  if (sum === undefined) return;
  const cents = plainCents(
    elementIndex.bytes,
    elementIndex.contentStart[element] ?? 0,
    elementIndex.contentEnd[element] ?? 0,
  );
  if (cents === null) sum.add(textOf(elementIndex, element));
  else sum.addCents(cents);
}

/**
 * Cents of an amount with digits, at most one point and two decimals; null for all other spellings.
 */
function plainCents(bytes: Uint8Array, from: number, to: number): number | null {
  const negative = bytes[from] === 0x2d;
  let cents = 0;
  let decimals = -1;
  let digits = 0;
  for (let at = negative ? from + 1 : from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit >= 0 && digit <= 9) {
      cents = cents * 10 + digit;
      if (decimals >= 0) decimals += 1;
      else digits += 1;
    } else if (digit === -2 && decimals < 0) decimals = 0;
    else return null;
  }
  if (digits === 0 || digits > 12 || decimals > 2) return null;
  const scaled = decimals === 2 ? cents : decimals === 1 ? cents * 10 : cents * 100;
  return negative ? -scaled : scaled;
}

/** Text of an element below the root, by its path of local names; null when absent. */
export function headerText(elementIndex: ElementIndex, ...path: readonly string[]): string | null {
  return textAt(elementIndex, 0, 'Cabecera', ...path);
}

/** The element below the root's `Cabecera` by its path, or its nearest existing ancestor. */
export function headerElement(elementIndex: ElementIndex, ...path: readonly string[]): number {
  let at = childNamed(elementIndex, 0, 'Cabecera') ?? 0;
  if (localName(elementIndex, at) !== 'Cabecera') return at;
  for (const name of path) {
    const child = childNamed(elementIndex, at, name);
    if (child === null) return at;
    at = child;
  }
  return at;
}
