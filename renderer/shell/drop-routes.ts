import type { FoundFile } from './drop-files.ts';

/** Where a dropped file belongs: the worklist, the import of companies, an authorization. */
export type DropRoute = 'ledger' | 'companies' | 'authorization' | 'archive';

/** A tax ID of Spain as a word of a file's name. */
const taxId =
  /(?:^|[^\p{L}\p{N}])(?:[A-HJ-NP-SUVW]\d{7}[0-9A-J]|[XYZKLM]?\d{7,8}[A-Z])(?=$|[^\p{L}\p{N}])/iu;
const documentName = /\.(pdf|jpe?g|png)$/i;
const tableName = /\.(csv|txt|xlsx)$/i;

/** Whether a document is, by its name, the authorization of a company. */
export function isNamedByTaxId(name: string): boolean {
  return documentName.test(name) && taxId.test(name.replace(documentName, ''));
}

/** So many bytes tell what a file is; the parts of a workbook are named at its beginning. */
const headBytes = 4096;

/**
 * Where a file belongs, by its first bytes; its name decides only between things that begin alike.
 * `ledger` for what cannot be told: the worklist says what it is.
 */
export function routeByHead(name: string, head: Uint8Array): DropRoute {
  const text = String.fromCharCode(...head);
  if (text.startsWith('ZUBIBAK')) return 'archive';
  if (text.startsWith('ZUBICOM') || /^\s*\{\s*"format"\s*:\s*"zubi-companies"/.test(text))
    return 'companies';
  if (text.startsWith('PK')) {
    const isWorkbook = /\.xlsx$/i.test(name) || /xl\/|\[Content_Types\]\.xml/.test(text);
    return isWorkbook ? 'companies' : 'ledger';
  }
  const isDocument =
    text.startsWith('%PDF') ||
    text.startsWith('\u00ff\u00d8\u00ff') ||
    text.startsWith('\u0089PNG');
  if (isDocument) return isNamedByTaxId(name) ? 'authorization' : 'ledger';
  // A table is a text that begins with a word, not with an element.
  const isMarkup = /^(\u00ef\u00bb\u00bf)?\s*</.test(text);
  return tableName.test(name) && !isMarkup && /[;,\t]/.test(text) ? 'companies' : 'ledger';
}

/** The same of a file that was found; one that cannot be read is told by the worklist. */
export async function routeOf(found: FoundFile): Promise<DropRoute> {
  const file = await found.open();
  if (file === null) return 'ledger';
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return routeByHead(found.name, head);
  } catch {
    return 'ledger';
  }
}
