import type { CallError } from './errors.ts';

/**
 * A key of an input that its method does not know, as `invalid_input` tells it in its details
 * (`unknownKeys`).
 */
export type UnknownKey = {
  /** Where it stands: `filter.stat`, `chosen.0.fixx`. */
  readonly path: string;
  /** The path with the known name that is nearest; null where the method knows none there. */
  readonly nearest: string | null;
};

/** The unknown keys that a refusal names. */
export function unknownKeysOf({ code, details }: CallError): readonly UnknownKey[] {
  const { unknownKeys } = details;
  if (code !== 'invalid_input' || !Array.isArray(unknownKeys)) return [];
  return (unknownKeys as readonly unknown[]).filter(isUnknownKey);
}

function isUnknownKey(value: unknown): value is UnknownKey {
  if (typeof value !== 'object' || value === null) return false;
  if (!('path' in value) || typeof value.path !== 'string') return false;
  return 'nearest' in value && (value.nearest === null || typeof value.nearest === 'string');
}
