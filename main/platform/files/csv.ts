/** What a spreadsheet takes for the beginning of a formula, also in full-width signs. */
const formulaStart = /^\s*[=+\-@\t\r|＝＋－＠]/;
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A row of a CSV file as Spanish spreadsheets want it, with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

/**
 * Text that a spreadsheet would take for a formula is marked as text; a plain number is no formula.
 */
function csvCell(text: string): string {
  const safe = (isTakenForFormula(text) ? `'${text}` : text).replaceAll('\0', '');
  return /[;"\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isTakenForFormula(text: string): boolean {
  // What looks marked is marked as well, so that it is read back as it was.
  return formulaStart.test(text.replace(/^'+/, '')) && !plainNumber.test(text);
}

/** A cell as it was before `csvRow` marked it. */
export function withoutFormulaMark(cell: string): string {
  return /^'+/.test(cell) && formulaStart.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}
