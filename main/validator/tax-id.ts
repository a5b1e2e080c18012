const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const entityLetters = 'JABCDEFGHI';

/** Whether a text has a tax id's letters and digits, whatever its control character. */
export function hasTaxIdForm(text: string): boolean {
  return /^(?:[0-9XYZKLM][0-9]{7}[A-Z]|[ABCDEFGHJNPQRSUVW][0-9]{7}[0-9A-J])$/.test(text);
}

/**
 * Whether a Spanish tax ID (NIF, upper case) has the right control character: persons (DNI, NIE,
 * K/L/M) by the remainder of 23, entities by the weighted sum. An entity's first letter decides
 * whether its control is a digit, a letter or either (Orden EHA/451/2008).
 */
export function isValidTaxId(taxId: string): boolean {
  if (/^[0-9XYZKLM][0-9]{7}[A-Z]$/.test(taxId)) return isValidPersonId(taxId);
  if (/^[ABCDEFGHJNPQRSUVW][0-9]{7}[0-9A-J]$/.test(taxId)) return isValidEntityId(taxId);
  return false;
}

/**
 * An entity's tax ID with its control character in the other notation: a digit for a letter, a
 * letter for a digit.
 */
export function withOtherControl(taxId: string): string {
  const control = taxId.charAt(8);
  const digit = entityLetters.indexOf(control);
  return taxId.slice(0, 8) + (digit >= 0 ? String(digit) : entityLetters.charAt(Number(control)));
}

function isValidPersonId(taxId: string): boolean {
  const first = taxId.charAt(0);
  const nie = 'XYZ'.indexOf(first);
  const lead = nie >= 0 ? String(nie) : 'KLM'.includes(first) ? '' : first;
  const digits = Number(lead + taxId.slice(1, 8));
  return controlLetters.charAt(digits % 23) === taxId.charAt(8);
}

function isValidEntityId(taxId: string): boolean {
  let sum = 0;
  for (let position = 1; position <= 7; position += 1) {
    const digit = Number(taxId.charAt(position));
    const weighted = position % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  const control = (10 - (sum % 10)) % 10;
  const last = taxId.charAt(8);
  const first = taxId.charAt(0);
  const digitFits = last === String(control);
  const letterFits = last === entityLetters.charAt(control);
  if ('ABEH'.includes(first)) return digitFits;
  if ('NPQRSW'.includes(first)) return letterFits;
  return digitFits || letterFits;
}
