/**
 * A dotted path into a JSON document: `taxpayer.full_name`, `data.0.id`; the empty path is the
 * document itself.
 */
export type JsonPath = string;

/**
 * The value at a path, or undefined. Only own properties count, so `__proto__` in an answer finds
 * nothing.
 */
export function readPath(document: unknown, path: JsonPath): unknown {
  if (path === '') return document;
  let value = document;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/**
 * Puts a value at a path and makes the objects on the way. Paths of one document must not lead
 * through each other (the profile checks it).
 */
export function writePath(document: Record<string, unknown>, path: JsonPath, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? path;
  let place = document;
  for (const step of steps) {
    const inner = Object.hasOwn(place, step) ? place[step] : undefined;
    if (typeof inner === 'object' && inner !== null) place = inner as Record<string, unknown>;
    else {
      const made: Record<string, unknown> = {};
      place[step] = made;
      place = made;
    }
  }
  place[last] = value;
}

/** Pairs of paths of which one leads to or through the other: one document cannot hold both. */
export function findPathClash(paths: readonly JsonPath[]): readonly [JsonPath, JsonPath] | null {
  const all = new Set<JsonPath>();
  for (const path of paths) {
    if (all.has(path)) return [path, path];
    all.add(path);
  }
  for (const path of paths) {
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const above = path.slice(0, dot);
      if (!all.has(above)) continue;
      return paths.indexOf(above) < paths.indexOf(path) ? [above, path] : [path, above];
    }
  }
  return null;
}

/** A value and all that it holds, however deep. */
export function* valuesIn(document: unknown): Generator<unknown> {
  const waiting = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) waiting.push(inner);
  }
}

/** The kind of a value, without the value: `text (12)`, `list (3)`; null for nothing. */
export function kindOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return `text (${value.length})`;
  if (Array.isArray(value)) return `list (${value.length})`;
  return typeof value;
}
