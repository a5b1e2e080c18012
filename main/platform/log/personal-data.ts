const mask = '[personal]';

/**
 * Texts that may identify a person or a company: Spanish tax IDs (DNI, NIE, NIF of companies),
 * account numbers, e-mail addresses, also with common separators or percent-encoded. Each must
 * stand between characters other than letters and digits, so that hexadecimal identifiers stay.
 */
const patterns: readonly RegExp[] = [
  // DNI, and K, L, M of people without one: eight digits, or a letter and seven, then a letter.
  /(?<![A-Za-z0-9])(?:ES-?)?(?:\d{8}|[KLMXYZ][ .-]?\d{7})[ .-]?[A-Z](?![A-Za-z0-9])/gi,
  /(?<![A-Za-z0-9])\d{1,2}\.\d{3}\.\d{3}[ .-]?[A-Z](?![A-Za-z0-9])/gi,
  // Companies: a letter, seven digits, a digit or a letter.
  /(?<![A-Za-z0-9])(?:ES-?)?[ABCDEFGHJNPQRSUVW][ .-]?\d{7}[ .-]?[0-9A-J](?![A-Za-z0-9])/gi,
  // IBAN: Spanish with any separator, others in one piece or in groups of four.
  /(?<![A-Za-z0-9])ES\d{2}(?:[ .-]?\d{4}){5}(?![A-Za-z0-9])/gi,
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/gi,
  /[^\s"'<>(),;:@]{1,64}(?:@|%40)[^\s"'<>(),;:@]{1,190}\.[A-Za-z]{2,24}/g,
];

/** The line with each such text replaced by `[personal]`. */
export function maskPersonalData(text: string): string {
  return patterns.reduce((masked, pattern) => masked.replace(pattern, mask), text);
}
