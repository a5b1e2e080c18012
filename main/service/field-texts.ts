import type { FieldTexts } from './client-port.ts';

const maxText = 500;
const maxName = 100;
const maxFields = 50;
const maxTextsPerField = 10;

/**
 * The texts of an answer by field, as `{field: [text]}`: at most 50 fields of 10 texts of 500
 * characters. A single text counts as a list, anything else as nothing. Each goes through `clean`
 * before it is cut, so that no half of a key is left.
 */
export function readFieldTexts(value: unknown, clean: (text: string) => string): FieldTexts {
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
