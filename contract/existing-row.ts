import type { ImportRow } from './company-import.ts';

/** Whether a row is right, and only on the list already. */
export const isExisting = ({ faults }: Pick<ImportRow, 'faults'>): boolean =>
  faults.length > 0 && faults.every(({ code }) => code === 'exists_already');
