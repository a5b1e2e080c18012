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
  const year = headerText(elementIndex, 'Ejercicio')?.trim() ?? null;
  const taxId = headerText(elementIndex, 'ObligadoTributario', 'NIF');
  const name = headerText(elementIndex, 'ObligadoTributario', 'ApellidosNombreRazonSocial');
  const context: Context = { elementIndex, definition };
  return {
    operation: headerText(elementIndex, 'Operacion'),
    fiscalYear: headerYear(elementIndex),
    taxpayer: taxId === null && name === null ? null : { taxId: taxId ?? '', name: name ?? '' },
    faults: [
      ...checkFixed(context, 'Modelo', definition.model, 'header_model', 'B4_1000020'),
      ...checkFixed(context, 'Capitulo', definition.chapter, 'header_chapter', 'B4_1000023'),
      ...checkSubchapter(context),
      ...checkOperation(context),
      ...checkYear(context, year),
      ...checkTaxpayer(context, taxId, name),
    ],
  };
}

interface Context {
  readonly elementIndex: ElementIndex;
  readonly definition: FormDefinition;
}

function checkFixed(
  { elementIndex }: Context,
  field: string,
  expected: string,
  code: IssueCode,
  ledgerCode: string,
): HeaderFault[] {
  const found = headerText(elementIndex, field);
  if (found === null || found === expected) return [];
  return [
    { code, params: { found, expected }, ledgerCode, element: headerElement(elementIndex, field) },
  ];
}

function checkSubchapter({ elementIndex, definition: { subchapter } }: Context): HeaderFault[] {
  const found = headerText(elementIndex, 'Subcapitulo');
  if (found === subchapter) return [];
  const element = headerElement(elementIndex, 'Subcapitulo');
  const ledgerCode = 'B4_1000024';
  if (subchapter === null)
    return [
      { code: 'header_subchapter_unneeded', params: { found: found ?? '' }, ledgerCode, element },
    ];
  if (found !== null)
    return [
      { code: 'header_subchapter', params: { found, expected: subchapter }, ledgerCode, element },
    ];
  if (localName(elementIndex, element) !== 'Cabecera') return [];
  // A missing element: its place is that of the element found there instead.
  const instead = headerElement(elementIndex, 'Operacion');
  return [
    {
      code: 'header_subchapter_missing',
      params: { expected: subchapter },
      ledgerCode,
      element: instead,
    },
  ];
}

/**
 * Refunds to travellers are sales: the schema (OperacionEnum) has them, but rule B4_1000025 does
 * not name them for books of expenses.
 */
const travellerRefunds: ReadonlySet<string> = new Set(['A01', 'M01']);

function checkOperation({ elementIndex, definition }: Context): HeaderFault[] {
  const found = headerText(elementIndex, 'Operacion');
  if (found === null) return [];
  const isKnown = definition.operations.has(found);
  const isRefund = isKnown && travellerRefunds.has(found);
  if (isKnown && !isRefund) return [];
  const cancels = definition.operationGroup === 'cancellation';
  const fault = {
    params: { found },
    ledgerCode: 'B4_1000025',
    element: headerElement(elementIndex, 'Operacion'),
  };
  if (isRefund) return [{ ...fault, code: 'header_operation_travellers', severity: 'warning' }];
  return [
    { ...fault, code: cancels ? 'header_operation_cancellation' : 'header_operation_record' },
  ];
}

function checkYear({ elementIndex }: Context, year: string | null): HeaderFault[] {
  if (year === null || !/^\d{4}$/.test(year)) return [];
  if (Number(year) >= years.first && Number(year) <= years.last) return [];
  const element = headerElement(elementIndex, 'Ejercicio');
  return [{ code: 'header_year', params: { found: year }, ledgerCode: 'B4_1000021', element }];
}

function checkTaxpayer(
  { elementIndex }: Context,
  taxId: string | null,
  name: string | null,
): HeaderFault[] {
  const faults: HeaderFault[] = [];
  if (taxId !== null && !isValidTaxId(taxId)) {
    faults.push({
      ...nameTaxIdFault(taxId),
      ledgerCode: 'B4_1000022',
      element: headerElement(elementIndex, 'ObligadoTributario', 'NIF'),
    });
  }
  if (name !== null && name.trim() === '') {
    const element = headerElement(elementIndex, 'ObligadoTributario', 'ApellidosNombreRazonSocial');
    faults.push({ code: 'header_name_missing', params: {}, ledgerCode: 'B4_1000030', element });
  }
  return faults;
}

function nameTaxIdFault(found: string): Pick<HeaderFault, 'code' | 'params'> {
  const upper = found.trim().toUpperCase();
  if (isValidTaxId(upper))
    return { code: 'header_tax_id_case', params: { found, expected: upper } };
  const expected = withOtherControl(upper);
  if (isValidTaxId(expected)) return { code: 'header_tax_id_form', params: { found, expected } };
  return { code: 'header_tax_id', params: { found } };
}
