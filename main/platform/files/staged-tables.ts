/** Largest file that the import of companies takes. */
const maxTableBytes = 20 * 1024 * 1024;
/** Limit of all together; the oldest is dropped and must be handed over again. */
const maxHeldBytes = 4 * maxTableBytes;
const looked = 4096;

/**
 * Bytes that may be a table of companies with their keys. They stay in memory from their arrival
 * until they are imported or dropped, and are never on the disk in clear.
 */
export class StagedTables {
  readonly #held = new Map<string, Uint8Array>();

  /** Holds a possible table; false for everything else. */
  hold(id: string, bytes: Uint8Array): boolean {
    if (!mayBeTable(bytes)) return false;
    this.#held.set(id, new Uint8Array(bytes));
    let heldBytes = [...this.#held.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (const [oldest, { byteLength }] of this.#held) {
      if (heldBytes <= maxHeldBytes) break;
      heldBytes -= byteLength;
      this.#held.delete(oldest);
    }
    return true;
  }

  find(id: string): Uint8Array | null {
    return this.#held.get(id) ?? null;
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
  }
}

/** A workbook, or a text with columns that is neither XML, JSON nor a PDF. */
function mayBeTable(given: Uint8Array): boolean {
  if (given.byteLength > maxTableBytes) return false;
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.toString('latin1', 0, 2) === 'PK') return bytes.includes('[Content_Types].xml');
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
  const head = bytes.toString('latin1', 0, looked);
  const text = (isWide ? head.replaceAll('\0', '') : head).replace(
    /^[\u00ef\u00bb\u00bf\u00fe\u00ff\s]+/,
    '',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
  return !/[\u0000-\u0008\u000e-\u001f]/.test(text) && /^[^<{[%].*[;,\t|]/s.test(text);
}
