import type { IssueCode } from '../issue-codes.ts';

/** A code list of the ledger's schemas that our texts explain. */
interface ExplainedList {
  readonly code: IssueCode;
  /** The lists as the schemas have them; the texts explain these and no others. */
  readonly lists: readonly string[];
}

const explained: Readonly<Record<string, ExplainedList>> = {
  TipoFactura: { code: 'schema_code_invoice_type', lists: ['F1 F2 F3 F4 F5 F6 LC'] },
  ClaveRegimenIvaOpTrascendencia: {
    code: 'schema_code_key',
    lists: ['01 02 03 04 05 07 08 09 12 13', '01 02 03 04 05 06 07 08 09 12 13'],
  },
  Concepto: {
    code: 'schema_code_concept',
    lists: [
      '600 601 602 606 607 608 609 620 621 622 623 624 625 626 627 628 629 631 634 639 640 641 64201 64202 643 644 649 65 66 67 680 681 682 69',
    ],
  },
  IDType: { code: 'schema_code_id_kind', lists: ['02 03 04 05 06'] },
  Codigo: { code: 'schema_code_correction', lists: ['R1 R2 R3 R4 R5'] },
  Tipo: { code: 'schema_code_method', lists: ['S I'] },
  BienAfectoIRPFYOIVA: { code: 'schema_code_asset', lists: ['I R N'] },
  OperacionEnRecargoDeEquivalenciaORegimenSimplificado: {
    code: 'schema_code_regime',
    lists: ['E S N'],
  },
  CompraBienesCorrientesGastosBienesInversion: { code: 'schema_code_purchase', lists: ['C G I'] },
};

/**
 * The issue code whose texts explain an element's codes; `schema_code`, which only lists them, for
 * another list.
 */
export function codeOfList(element: string, value: string, allowed: readonly string[]): IssueCode {
  const known = Object.hasOwn(explained, element) ? explained[element] : undefined;
  if (!known?.lists.includes(allowed.join(' '))) return 'schema_code';
  // Concept 642 of the accounts is two codes here: the taxpayer's own contribution and that of the
  // staff.
  const isBoth = known.code === 'schema_code_concept' && /^642(?:00?)?$/.test(value.trim());
  return isBoth ? 'schema_code_concept_642' : known.code;
}

/** All codes of the list, for a value outside it. */
export const listCodes: readonly IssueCode[] = [
  'schema_code',
  ...Object.values(explained).map(({ code }) => code),
  'schema_code_concept_642',
];
