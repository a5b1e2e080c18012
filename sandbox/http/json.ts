import type { IncomingMessage } from 'node:http';
import { Refusal } from './answer.ts';
import { readBody } from './body.ts';

/** A JSON object with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

const maxDepth = 32;
const maxTokens = 10_000;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Reads the body as a JSON object. 415 for another content type, 400 for what is not JSON or not an
 * object, 413 beyond the limit. Nesting and the number of values are bounded before parsing: 48 MB
 * of `[` would otherwise become gigabytes of lists.
 */
export async function readJson(request: IncomingMessage, limitBytes: number): Promise<JsonObject> {
  requireContentType(request, 'application/json');
  const body = await readBody(request, limitBytes);
  if (!isBounded(body)) throw new Refusal(400, 'El JSON es demasiado complejo.');
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'El cuerpo no es un objeto JSON.');
  }
  return value as JsonObject;
}

/** Refuses (415) a request of another content type, parameters aside. */
export function requireContentType(request: IncomingMessage, wanted: string): void {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== wanted) throw new Refusal(415, `Se espera el tipo de contenido ${wanted}.`);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // Neither the parser's message nor the body goes into the answer: it may contain a key.
    throw new Refusal(400, 'El cuerpo no es JSON válido.');
  }
}

function isBounded(body: Buffer): boolean {
  let depth = 0;
  let tokens = 0;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === quote) {
      i = endOfString(body, i);
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      tokens += 1;
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
    } else if (byte === comma) {
      tokens += 1;
    }
    if (depth > maxDepth || tokens > maxTokens) return false;
  }
  return true;
}

/** Position of the quote that closes the string opened at `start`, or the body's end. */
function endOfString(body: Buffer, start: number): number {
  let end = body.indexOf(quote, start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (body[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    end = body.indexOf(quote, end + 1);
  }
  return body.length;
}
