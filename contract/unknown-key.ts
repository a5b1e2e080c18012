import type { CallError } from './errors.ts';

/**
 * An input key that its method does not know, as in the details of `invalid_input` (`unknownKeys`).
 */
export type UnknownKey = {
  /** Its place: `filter.stat`, `chosen.0.fixx`. */
  readonly path: string;
  /** The path with the closest known name; null when the method knows none there. */
  readonly nearest: string | null;
};

/** The unknown keys that an error names. */
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
