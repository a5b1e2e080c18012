import type { FormDefinition } from './forms.ts';
import type { IssueCode } from './issue-codes.ts';
import type { PlacedFault } from './issue-list.ts';
import { headerElement, headerText } from './records.ts';
import { isValidTaxId, withOtherControl } from './tax-id.ts';
import type { ElementIndex } from './xml/element-index.ts';
import { localName } from './xml/elements.ts';

/** A fault of the header, with the ledger's code of the rule (Validaciones v1.0.5, section 3.1). */
type HeaderFault = Omit<PlacedFault, 'layer'>;

/** What the header says, and every disagreement with the root element. */
export interface HeaderFinding {
  readonly operation: string | null;
  readonly fiscalYear: number | null;
  readonly taxpayer: { readonly taxId: string; readonly name: string } | null;
  readonly faults: readonly HeaderFault[];
}

/**
 * Outside these years four digits are no fiscal year. An improbable year is reported by a rule
 * (APP-06).
 */
const years = { first: 1900, last: 2100 } as const;

/** The header's fiscal year; null when it is not four digits. */
export function headerYear(elementIndex: ElementIndex): number | null {
  const year = headerText(elementIndex, 'Ejercicio')?.trim() ?? '';
  return /^\d{4}$/.test(year) ? Number(year) : null;
}

/** Reads and checks the header. */
export function readHeader(elementIndex: ElementIndex, definition: FormDefinition): HeaderFinding {
  const taxId = headerText(elementIndex, 'ObligadoTributario', 'NIF');
  const name = headerText(elementIndex, 'ObligadoTributario', 'ApellidosNombreRazonSocial');
  const faults = [
    checkFixed(elementIndex, 'Modelo', definition.model, 'header_model', 'B4_1000020'),
    checkFixed(elementIndex, 'Capitulo', definition.chapter, 'header_chapter', 'B4_1000023'),
    checkSubchapter(elementIndex, definition),
    checkOperation(elementIndex, definition),
    checkYear(elementIndex),
    checkTaxId(elementIndex, taxId),
    checkName(elementIndex, name),
  ];
  return {
    operation: headerText(elementIndex, 'Operacion'),
    fiscalYear: headerYear(elementIndex),
    taxpayer: taxId === null && name === null ? null : { taxId: taxId ?? '', name: name ?? '' },
    faults: faults.filter((fault) => fault !== null),
  };
}

function checkFixed(
  elementIndex: ElementIndex,
  field: string,
  expected: string,
  code: IssueCode,
  ledgerCode: string,
): HeaderFault | null {
  const found = headerText(elementIndex, field);
  if (found === null || found === expected) return null;
  const element = headerElement(elementIndex, field);
  return { code, params: { found, expected }, ledgerCode, element };
}

function checkSubchapter(
  elementIndex: ElementIndex,
  { subchapter: expected }: FormDefinition,
): HeaderFault | null {
  const found = headerText(elementIndex, 'Subcapitulo');
  if (found === expected) return null;
  const element = headerElement(elementIndex, 'Subcapitulo');
  const about = { ledgerCode: 'B4_1000024', element };
  if (expected === null)
    return { code: 'header_subchapter_unneeded', params: { found: found ?? '' }, ...about };
  if (found !== null) return { code: 'header_subchapter', params: { found, expected }, ...about };
  if (localName(elementIndex, element) !== 'Cabecera') return null;
  // A missing element: its place is that of the element found there instead.
  const instead = headerElement(elementIndex, 'Operacion');
  return { code: 'header_subchapter_missing', params: { expected }, ...about, element: instead };
}

/**
 * Refunds to travellers are sales: the schema (OperacionEnum) has them, but rule B4_1000025 does
 * not name them for books of expenses.
 */
const travellerRefunds: ReadonlySet<string> = new Set(['A01', 'M01']);

function checkOperation(
  elementIndex: ElementIndex,
  { operations, operationGroup }: FormDefinition,
): HeaderFault | null {
  const found = headerText(elementIndex, 'Operacion');
  if (found === null) return null;
  const element = headerElement(elementIndex, 'Operacion');
  const fault = { params: { found }, ledgerCode: 'B4_1000025', element };
  if (!operations.has(found)) {
    const cancels = operationGroup === 'cancellation';
    return {
      ...fault,
      code: cancels ? 'header_operation_cancellation' : 'header_operation_record',
    };
  }
  return travellerRefunds.has(found)
    ? { ...fault, code: 'header_operation_travellers', severity: 'warning' }
    : null;
}

function checkYear(elementIndex: ElementIndex): HeaderFault | null {
  const year = headerYear(elementIndex);
  if (year === null || (year >= years.first && year <= years.last)) return null;
  const found = headerText(elementIndex, 'Ejercicio')?.trim() ?? '';
  const element = headerElement(elementIndex, 'Ejercicio');
  return { code: 'header_year', params: { found }, ledgerCode: 'B4_1000021', element };
}

function checkTaxId(elementIndex: ElementIndex, taxId: string | null): HeaderFault | null {
  if (taxId === null || isValidTaxId(taxId)) return null;
  const element = headerElement(elementIndex, 'ObligadoTributario', 'NIF');
  return { ...nameTaxIdFault(taxId), ledgerCode: 'B4_1000022', element };
}

function checkName(elementIndex: ElementIndex, name: string | null): HeaderFault | null {
  if (name?.trim() !== '') return null;
  const element = headerElement(elementIndex, 'ObligadoTributario', 'ApellidosNombreRazonSocial');
  return { code: 'header_name_missing', params: {}, ledgerCode: 'B4_1000030', element };
}

function nameTaxIdFault(found: string): Pick<HeaderFault, 'code' | 'params'> {
  const upper = found.trim().toUpperCase();
  if (isValidTaxId(upper))
    return { code: 'header_tax_id_case', params: { found, expected: upper } };
  const expected = withOtherControl(upper);
  if (isValidTaxId(expected)) return { code: 'header_tax_id_form', params: { found, expected } };
  return { code: 'header_tax_id', params: { found } };
}
