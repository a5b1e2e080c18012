import { valuesIn } from './json-path.ts';

/**
 * Parses JSON in which each object has a name once. With a name twice nobody knows which value
 * counts (`JSON.parse` takes the last): a refusal could be read as an acceptance. Throws for it,
 * and for what is no JSON.
 */
export function parseJson(text: string): unknown {
  const document: unknown = longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  if (namesIn(text) !== membersOf(document)) throw new SyntaxError('a name stands twice');
  return document;
}

const longNumber = /[:[,\s]-?\d{16}/;

/** A whole number that JSON would round, as its digits: it is an identifier. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value) ? source : value;
}

/** Number of names in a text that is JSON: the colons outside its strings. */
function namesIn(text: string): number {
  let count = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isString = !isString;
    else if (!isString) count += Number(sign === colon);
    else if (sign === backslash) at += 1;
  }
  return count;
}

const [quote, colon, backslash] = [0x22, 0x3a, 0x5c];

function membersOf(document: unknown): number {
  let count = 0;
  for (const value of valuesIn(document))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      count += Object.keys(value).length;
  return count;
}
