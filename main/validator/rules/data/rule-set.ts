/**
 * The document that the ledger's rules are taken from. A newer one is new entries in the table and
 * the lists of this folder.
 */
export const ruleSet = {
  document: 'Batuz LROE, Validaciones y errores',
  version: '1.0.5',
  /** Day of the document, from which its rules are applied. */
  validFrom: 20210504,
} as const;
