/** Beginnings that a spreadsheet takes for a formula, full-width characters included. */
const formulaStart = /^\s*[=+\-@\t\r|＝＋－＠]/;
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A row of a CSV file for Spanish spreadsheets, with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(';')}\r\n`;
}

/** Marks text that a spreadsheet would take for a formula; a plain number is no formula. */
function csvCell(text: string): string {
  const plain = text.replaceAll('\0', '');
  const safe = isTakenForFormula(plain) ? `'${plain}` : plain;
  return /[;"\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isTakenForFormula(text: string): boolean {
  // Text that looks marked is marked as well, so that it is read back unchanged.
  return formulaStart.test(text.replace(/^'+/, '')) && !plainNumber.test(text);
}

/** The text of a cell before `csvRow` marked it. */
export function withoutFormulaMark(cell: string): string {
  return /^'+/.test(cell) && formulaStart.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell;
}
