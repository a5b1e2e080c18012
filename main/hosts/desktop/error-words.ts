import { z } from 'zod';
import type { Language } from '../../../contract/choices.ts';
import { errorCodes } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { loadTexts } from '../../platform/texts.ts';

const codedSchema = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.json()).catch({}),
});

/**
 * An error as text for the system's dialogs, each sentence on a line. A foreign error is
 * `internal`: its text could contain anything.
 */
export function toErrorWords(error: unknown, language: Language): string {
  const coded = codedSchema.safeParse(error);
  return loadTexts(language).failure(coded.success ? coded.data : toCallError(error), '\n');
}
