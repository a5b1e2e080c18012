import type { FieldTexts } from './client-port.ts';
import { readPath } from './json-path.ts';

/** Where each entry of a list of errors has its field and its text. */
type FieldList = { readonly field: string; readonly text: string } | null;

const maxText = 500;
const maxName = 100;
const maxFields = 50;
const maxTextsPerField = 10;

/**
 * An answer's texts by field, from `{field: [text]}` or, with the profile's `list`, from a list of
 * entries: at most 50 fields of 10 texts of 500 characters. A single text counts as a list, other
 * values as nothing. `clean` runs before the cut, so that no half of a key remains.
 */
export function readFieldTexts(
  given: unknown,
  clean: (text: string) => string,
  list: FieldList = null,
): FieldTexts {
  const value = Array.isArray(given) && list !== null ? byField(given, list) : given;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxFields)
      .map(([name, texts]) => {
        const list = [texts].flat().filter((text): text is string => typeof text === 'string');
        const kept = list.slice(0, maxTextsPerField);
        return [clean(name).slice(0, maxName), kept.map((text) => clean(text).slice(0, maxText))];
      }),
  );
}

function byField(entries: readonly unknown[], { field, text }: NonNullable<FieldList>) {
  const texts = new Map<string, unknown[]>();
  for (const entry of entries.slice(0, maxFields * maxTextsPerField)) {
    const name = String(readPath(entry, field) ?? '');
    texts.set(name, [...(texts.get(name) ?? []), readPath(entry, text)]);
  }
  return Object.fromEntries(texts);
}
