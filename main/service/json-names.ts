import { valuesIn } from './json-path.ts';

/** A hundred for each record of the largest file. More would take gigabytes when it is parsed. */
const maxValues = 1_000_000;

/**
 * Parses JSON in which each object has a name once. With a name twice nobody knows which value
 * counts (`JSON.parse` takes the last): a refusal could be read as an acceptance. Throws for it,
 * for what is no JSON, and for what has too many values.
 */
export function parseJson(text: string): unknown {
  const names = namesIn(text);
  const document: unknown = longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
  if (names !== membersOf(document)) throw new SyntaxError('a name stands twice');
  return document;
}

const longNumber = /[:[,\s]-?\d{16}/;

/** A whole number that JSON would round, as its digits: it is an identifier. */
function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {};
  return /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value) ? source : value;
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
/** `[` and `{`. */
const [openList, openObject] = [0x5b, 0x7b];

/** Number of names in a text that is JSON: the colons outside its strings. */
function namesIn(text: string): number {
  let [count, values] = [0, 0];
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) isString = !isString;
    else if (isString) at += Number(sign === backslash);
    else if (sign === colon) count += 1;
    else if (sign === comma || sign === openList || sign === openObject) values += 1;
  }
  if (values > maxValues) throw new SyntaxError('too many values');
  return count;
}

function membersOf(document: unknown): number {
  let count = 0;
  for (const value of valuesIn(document))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      count += Object.keys(value).length;
  return count;
}
