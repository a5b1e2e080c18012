/** The tabs over the worklist, by their names in the window's code. */
export type SubmitTab =
  | 'all'
  | 'ready'
  | 'warnings'
  | 'undelivered'
  | 'newCompany'
  | 'noAuthorization'
  | 'blocked'
  | 'errors'
  | 'notSendable'
  | 'sent';
