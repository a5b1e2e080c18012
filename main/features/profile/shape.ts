import { isXmlAnswer, parseJsonAnswer } from '../../service/answer-body.ts';
import type { RawAnswer } from '../../service/client-port.ts';
import { kindOf } from '../../service/json-path.ts';

const maxKeys = 200;
const maxDepth = 12;
const maxText = 50_000;

/**
 * An answer's keys as JSON text, with the kind of each value in its place; of a list only the first
 * entry. For an answer that is not JSON: its kind and size.
 */
export function shapeOf(raw: RawAnswer): string {
  const kind = isXmlAnswer(raw) ? 'XML' : (raw.contentType ?? 'no content type');
  try {
    return JSON.stringify(maskValues(parseJsonAnswer(raw), 0), null, 2).slice(0, maxText);
  } catch {
    return `${kind}, ${raw.body.byteLength} bytes`;
  }
}

function maskValues(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return kindOf(value);
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) {
    const rest = value.length > 1 ? [`… ${value.length - 1} more`] : [];
    return [...value.slice(0, 1).map((entry) => maskValues(entry, depth + 1)), ...rest];
  }
  const entries = Object.entries(value).slice(0, maxKeys);
  return Object.fromEntries(entries.map(([key, inner]) => [key, maskValues(inner, depth + 1)]));
}
