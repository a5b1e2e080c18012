/**
 * The document that defines the ledger's rules. A newer one means new entries in the table and in
 * the lists of this folder.
 */
export const ruleSet = {
  document: 'Batuz LROE, Validaciones y errores',
  version: '1.0.5',
  /** Day of the document; its rules apply from then on. */
  validFrom: 20210504,
} as const;
