import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Language } from '../../../contract/choices.ts';
import { type ErrorCode, errorCodes } from '../../../contract/errors.ts';
import { fill } from './texts.ts';

/** `locales/<language>/errors.json`: the sentences of each code. */
const wordsSchema = z.record(z.string(), z.record(z.string(), z.string()));
const codedSchema = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.unknown()).default({}),
});

function readWords(language: Language, code: ErrorCode): readonly string[] {
  const file = new URL(`../../../locales/${language}/errors.json`, import.meta.url);
  const words = wordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))[code];
  return words === undefined ? [code] : Object.values(words);
}

/**
 * An error as text for the system's dialogs. A foreign error is `internal`: its text could contain
 * anything.
 */
export function toErrorWords(error: unknown, language: Language): string {
  const coded = codedSchema.safeParse(error);
  const { code, details } = coded.success ? coded.data : { code: 'internal' as const, details: {} };
  const values = Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  );
  try {
    return fill(readWords(language, code).join('\n'), Object.fromEntries(values));
  } catch {
    // A packed Zubi without its sentences is broken; the code still says what happened.
    return code;
  }
}
