import { identityOf } from './identity.ts';
import type { Presentation } from './presentation.ts';

/**
 * The code with which the ledger refuses the whole file before its records; null when it accepts
 * the file.
 */
export function refusalOfFile(presentation: Presentation): string | null {
  const { headerFault, echo, declared, records, chapter, ruleFaults } = presentation;
  if (headerFault !== null) return headerFault;
  if (Number(echo.head.fiscalYear) !== declared.fiscalYear) return 'B4_1000021';
  if (!isSameText(echo.head.taxId, declared.taxId)) return 'B4_1000022';
  if (!isSameText(echo.head.name, declared.name)) return 'B4_1000030';
  const fault = ruleFaults.find(({ record }) => record === null);
  if (fault !== undefined) return fault.code;
  const identities = new Set(records.map(({ key }) => identityOf(chapter.book, key)));
  return identities.size < records.length ? 'B4_1000005' : null;
}

function isSameText(a: string, b: string): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toUpperCase();
  return plain(a) === plain(b);
}
