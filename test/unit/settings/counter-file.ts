import { z } from 'zod';
import type { JsonFileOptions } from '../../../main/platform/files/json-file.ts';

export interface Counter {
  readonly count: number;
  readonly filling: string;
}

/** A file whose content shows its number and whether it is whole. */
export function counterFile(path: string): JsonFileOptions<Counter> {
  return {
    path,
    version: 1,
    schema: z.object({ count: z.number(), filling: z.string() }),
    defaults: { count: 0, filling: '' },
    setAside: 'at_once',
    clock: () => new Date(),
  };
}
