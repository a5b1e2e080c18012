/** Digits of a text between two positions. */
const digits = (text: string, from = 0, to = text.length): number[] =>
  [...text.slice(from, to)].map(Number);

const weigh = (numbers: readonly number[], weights: readonly number[]): number =>
  numbers.reduce((sum, number, index) => sum + number * (weights[index] ?? 0), 0);

/** Luhn's sum; the last digit is not doubled. */
function luhn(text: string): number {
  return digits(text)
    .toReversed()
    .reduce((sum, digit, index) => {
      const doubled = index % 2 === 1 ? digit * 2 : digit;
      return sum + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
}

/** ISO 7064, mod 11,10. */
function isMod1110(text: string): boolean {
  let check = 5;
  for (const digit of digits(text)) check = ((((check || 10) * 2) % 11) + digit) % 10;
  return check === 1;
}

/** Remainder of a number of any length. */
function remainder(text: string, divisor: number): number {
  return digits(text).reduce((rest, digit) => (rest * 10 + digit) % divisor, 0);
}

const last = (text: string): number => Number(text.slice(-1));

/** Companies: eight digits and a check digit. When the first row gives ten, the second counts. */
function isByTwoRows(text: string, first: readonly number[], second: readonly number[]): boolean {
  if (text.length !== 9) return true;
  const one = weigh(digits(text, 0, 8), first) % 11;
  return (one < 10 ? one : (weigh(digits(text, 0, 8), second) % 11) % 10) === last(text);
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV';

function isIrish(text: string): boolean {
  const [, front = '', check = '', back = ''] = /^(\d{7})([A-W])([A-I]?)$/.exec(text) ?? [];
  // Numbers with a letter in second place are no longer issued.
  if (front === '') return true;
  const more = back === '' ? 0 : (back.charCodeAt(0) - 64) * 9;
  return irishLetters.charAt((weigh(digits(front), [8, 7, 6, 5, 4, 3, 2]) + more) % 23) === check;
}

const cypriotOdd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function isCypriot(text: string): boolean {
  const sum = digits(text, 0, 8).reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (cypriotOdd[digit] ?? 0) : digit),
    0,
  );
  return text.charAt(8) === String.fromCharCode(65 + (sum % 26));
}

/**
 * Sole traders have another check than companies: the whole number, with letters counted from ten,
 * leaves a remainder of one modulo ninety-seven.
 */
function isDutch(text: string): boolean {
  const company = /^(\d{9})B/.exec(text)?.[1];
  if (company !== undefined && weigh(digits(company), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0)
    return true;
  const numbers = [...`NL${text}`].map((character) =>
    character === '+' ? '36' : character === '*' ? '37' : String(Number.parseInt(character, 36)),
  );
  return remainder(numbers.join(''), 97) === 1;
}

function isFrench(text: string): boolean {
  // Numbers with letters are a newer kind without a published rule.
  if (!/^\d{11}$/.test(text)) return true;
  return (12 + 3 * remainder(text.slice(2), 97)) % 97 === Number(text.slice(0, 2));
}

function isCzech(text: string): boolean {
  // Numbers of persons are birth numbers, with exceptions.
  if (text.length !== 8) return true;
  const rest = (11 - (weigh(digits(text, 0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return rest === last(text);
}

function isSlovene(text: string): boolean {
  const rest = 11 - (weigh(digits(text, 0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11);
  // Sources differ on whether numbers with remainder zero are issued.
  return rest === 11 || rest % 10 === last(text);
}

/**
 * Whether the check digits of a VAT number are right, without its prefix, in the form that
 * `vatIdPatterns` requires. Numbers of countries without a complete known rule are accepted.
 */
const checks: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['AT', (text) => (4 + luhn(text.slice(1, 8)) + last(text)) % 10 === 0],
  ['BE', (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))],
  ['BG', (text) => isByTwoRows(text, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10])],
  ['CY', isCypriot],
  ['CZ', isCzech],
  ['DE', isMod1110],
  ['DK', (text) => weigh(digits(text), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0],
  ['EE', (text) => weigh(digits(text), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0],
  [
    'EL',
    (text) => (weigh(digits(text, 0, 8), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(text),
  ],
  ['FI', (text) => weigh(digits(text), [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0],
  ['FR', isFrench],
  ['HR', isMod1110],
  ['HU', (text) => weigh(digits(text), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0],
  ['IE', isIrish],
  ['IT', (text) => luhn(text) % 10 === 0],
  ['LT', (text) => isByTwoRows(text, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 1])],
  ['LU', (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6))],
  // Latvian numbers that begin with 0 to 3 belong to persons.
  [
    'LV',
    (text) =>
      text.charAt(0) <= '3' || weigh(digits(text), [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3,
  ],
  ['MT', (text) => weigh(digits(text), [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0],
  ['NL', isDutch],
  ['PL', (text) => weigh(digits(text), [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0],
  [
    'PT',
    (text) =>
      ((11 - (weigh(digits(text, 0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(text),
  ],
  [
    'RO',
    (text) =>
      ((10 * weigh(digits(text.padStart(10, '0'), 0, 9), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) %
        10 ===
      last(text),
  ],
  ['SE', (text) => luhn(text.slice(0, 10)) % 10 === 0],
  ['SI', isSlovene],
  ['SK', (text) => remainder(text, 11) === 0],
]);

/** Whether the check digits of a VAT number with prefix are right for its country. */
export function hasRightCheck(vatId: string): boolean {
  const prefix = vatId.slice(0, 2);
  return checks.get(prefix)?.(vatId.slice(2)) ?? true;
}
