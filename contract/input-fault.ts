import type { z } from 'zod';
import type { Expected, InputFault } from './error-details.ts';
import type { CallError } from './errors.ts';

/** Kinds with a text of their own; all others are reported as `form`. */
const kinds = [
  ...['string', 'number', 'integer', 'boolean', 'array', 'object', 'values', 'known'],
  ...['min_string', 'min_number', 'min_array', 'max_string', 'max_number', 'max_array'],
  ...['date', 'datetime', 'url', 'json', 'place', 'required', 'apart', 'onePlace', 'form'],
];

/** What a schema expected where it found an issue. */
export function expectedOf(issue: z.core.$ZodIssue): Expected {
  switch (issue.code) {
    case 'invalid_type':
      return typed(issue.expected);
    case 'invalid_value':
      return {
        kind: 'values',
        values: issue.values.map((each) => JSON.stringify(each)).join(' | '),
      };
    case 'too_small':
      return bound('min', issue.origin, issue.minimum);
    case 'too_big':
      return bound('max', issue.origin, issue.maximum);
    case 'invalid_format':
      return { kind: kinds.includes(issue.format) ? issue.format : 'form' };
    case 'unrecognized_keys':
      return { kind: 'known' };
    case 'invalid_union':
      return anyOf(issue.errors);
    default:
      return { kind: 'form' };
  }
}

/** The values or types that a union takes; null for a member with a deeper structure. */
function anyOf(members: readonly (readonly z.core.$ZodIssue[])[]): Expected {
  const values = members.flatMap(([first, ...more]) => {
    if (first === undefined || more.length > 0 || first.path.length > 0) return [];
    if (first.code === 'invalid_type') return [first.expected];
    return first.code === 'invalid_value' ? [expectedOf(first).values ?? ''] : [];
  });
  return values.length < members.length
    ? { kind: 'form' }
    : { kind: 'values', values: [...new Set(values)].join(' | ') };
}

function typed(expected: string): Expected {
  const names: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
  const kind = names[expected] ?? expected;
  return { kind: kinds.includes(kind) ? kind : 'form' };
}

function bound(side: 'min' | 'max', origin: string, limit: number | bigint): Expected {
  const of = origin === 'int' || origin === 'bigint' ? 'number' : origin;
  const kind = `${side}_${of}`;
  return kinds.includes(kind) ? { kind, limit: Number(limit) } : { kind: 'form' };
}

/** The faults with their places in an error's details (`faults`, or a profile's `places`). */
export function inputFaultsOf({ code, details }: CallError): readonly InputFault[] {
  if (code !== 'invalid_input') return [];
  const { faults = details.places, fields } = details;
  if (Array.isArray(faults)) return (faults as readonly unknown[]).flatMap(toFault);
  // A handler's own check: `rows: unknown`.
  return (Array.isArray(fields) ? fields : []).flatMap((field: unknown) => {
    const [, path, word] = /^([^:]+): (\w+)$/.exec(String(field)) ?? [];
    if (path === undefined) return [];
    return [{ path, expected: { kind: word === 'required' ? word : 'form' } }];
  });
}

function toFault(value: unknown): readonly InputFault[] {
  if (typeof value !== 'object' || value === null || !('path' in value)) return [];
  const expected = 'expected' in value ? value.expected : null;
  const isTold = typeof expected === 'object' && expected !== null && 'kind' in expected;
  const told = isTold ? (expected as Expected) : { kind: 'form' };
  return [{ path: String(value.path), expected: told }];
}
