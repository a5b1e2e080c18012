/** The code that Node or a driver gave an error (`ENOENT`, `SQLITE_BUSY`); empty without one. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
