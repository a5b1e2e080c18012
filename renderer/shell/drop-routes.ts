import type { FoundFile } from './drop-files.ts';

/** The target of a dropped file: the worklist, the import of companies, an authorization. */
export type DropRoute = 'ledger' | 'companies' | 'authorization' | 'archive';

/** A tax ID of Spain as a word of a file's name; signs may stand inside it (`12.345.678-Z`). */
const taxId =
  /(?<![\p{L}\p{N}])(?:ES)?(?:[A-HJ-NP-SUVW][ ._-]?(?:\d[ ._-]?){7}[0-9A-J]|(?:[XYZKLM][ ._-]?)?(?:\d[ ._-]?){7,8}[A-Z])(?![\p{L}\p{N}])/iu;
/** A day, as scanners name files: its digits are no tax ID. */
const date =
  /(?<!\d)(?:\d{4}[ ._-]\d\d[ ._-]\d\d(?!\d)|\d\d[ ._-]\d\d[ ._-]\d{4}(?!\d)|20\d\d[01]\d[0-3]\d(?=[ ._-]))/g;
const documentName = /\.(pdf|jpe?g|png)$/i;
const tableName = /\.(csv|txt|xlsx)$/i;

/** Whether a file is, by its name, a table or an export of companies. */
export function isNamedAsTable(name: string): boolean {
  return tableName.test(name) || /\.zubi$/i.test(name);
}

/** Whether a document is, by its name, the authorization of a company. */
export function isNamedByTaxId(name: string): boolean {
  const words = name.replace(documentName, '').replaceAll(date, '#');
  return documentName.test(name) && taxId.test(words);
}

/** The number of bytes that identify a file; a workbook's parts are named at its beginning. */
const headBytes = 4096;

/**
 * A file's target, by its first bytes; its name decides only between equal beginnings. `ledger`
 * when unknown: the worklist says what it is.
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

/** The same for a found file; the worklist reports an unreadable one. */
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
