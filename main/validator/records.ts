import type { RecordKey, Totals } from '../../contract/form.ts';
import { ledgerBooks } from '../../contract/ledger-books.ts';
import { toAmount } from '../../contract/money.ts';
import type { FormDefinition } from './forms.ts';
import { emptyKey } from './pair-records.ts';
import type { RecordSummary } from './validator-port.ts';
import type { ElementIndex } from './xml/element-index.ts';
import { childNamed, descend, localName, textOf } from './xml/elements.ts';
import { readHundredths } from './xml/values.ts';

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
    ? childNamedAny(elementIndex, record, identities)
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

function childNamedAny(
  elementIndex: ElementIndex,
  element: number,
  names: ReadonlySet<string>,
): number | null {
  const children = names.values().map((name) => childNamed(elementIndex, element, name));
  return children.find((child) => child !== null) ?? null;
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
      descend(elementIndex, record, 'DatosFactura', 'ImporteTotalFactura') ??
      descend(elementIndex, record, 'Renta', 'ImporteGastoIRPF');
    const cents = amount === null ? null : readHundredths(elementIndex, amount);
    return {
      record: index + 1,
      key: recordKey(elementIndex, definition, record),
      counterparty: textAt(elementIndex, party, 'ApellidosNombreRazonSocial'),
      amount: cents === null ? null : toAmount(cents),
    };
  });
}

type Column = keyof Totals;

/** The amounts of a column so far; no cents once one of them was unreadable. */
interface ColumnSum {
  count: number;
  cents: bigint | null;
}

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
  const sums: Partial<Record<Column, ColumnSum>> = {};
  for (const [column] of summed.values()) sums[column] = { count: 0, cents: 0n };
  const sumsOfNames = elementIndex.localNames.map((name) => {
    const [column, depth] = summed.get(name) ?? [];
    const sum = column && sums[column];
    return sum && { sum, depth };
  });
  for (let element = 0; element < elementIndex.count; element += 1) {
    const found = sumsOfNames[elementIndex.name[element] ?? 0];
    if (found === undefined || elementIndex.depth[element] !== found.depth) continue;
    const cents = readHundredths(elementIndex, element);
    const { sum } = found;
    sum.count += 1;
    sum.cents = cents === null || sum.cents === null ? null : sum.cents + BigInt(cents);
  }
  const total = (column: Column) => {
    const cents = sums[column]?.cents ?? null;
    return cents === null ? null : toAmount(cents);
  };
  const isWhole = (sums.amount?.count ?? 0) >= Math.max(1, records);
  return {
    amount: isWhole ? total('amount') : null,
    base: total('base'),
    vat: total('vat'),
    deductibleVat: total('deductibleVat'),
  };
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
