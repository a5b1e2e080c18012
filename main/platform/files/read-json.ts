import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** What a JSON file says; null where there is none, or it does not have this form. */
export function readJson<Value>(path: string, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
