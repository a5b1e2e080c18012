/** Whether a file of a folder or zip is taken for a document by its name. */
export function isDocumentName(path: string): boolean {
  return /(?:\.(?:xml|gz|xsig|p7m|zip)|(?:^|[\\/])request\.json)$/i.test(path) && !isHidden(path);
}

/** Files that a system adds beside a person's: `._a.xml`, `.DS_Store`, `__MACOSX/a.xml`. */
export function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith('.') || part === '__MACOSX');
}

/** Whether a file of a folder or zip is taken where a document of the ledger is inside it. */
export function mayHoldDocument(path: string): boolean {
  return /\.(?:json|txt|b64|base64)$/i.test(path) && !isDocumentName(path) && !isHidden(path);
}

/** A larger one is not searched for a document. */
export const maxHolderBytes = 4 * 1024 * 1024;
