import { join } from 'node:path';
import { z } from 'zod';
import { createJsonFile, type GuardedFile } from '../../platform/files/json-file.ts';
import type { Core } from '../core.ts';

const folderSchema = z.object({
  id: z.string(),
  path: z.string(),
  companyId: z.string().nullable(),
  /**
   * The newest change of the files that were there already, by the disk's clock; 0 for none. A
   * restored history may be older than the folder.
   */
  existingUntilMs: z.number(),
});
export type ChosenFolder = z.infer<typeof folderSchema>;

const schema = z.object({
  folders: z.array(folderSchema),
  seenAt: z.iso.datetime().nullable(),
});

/**
 * The folders that a person chose. They are not in the history: a stranger's archive must not make
 * Zubi read a place that the stranger names.
 */
export function openFoldersFile({
  dataFolder,
  clock,
}: Pick<Core, 'dataFolder' | 'clock'>): GuardedFile<z.infer<typeof schema>> {
  return createJsonFile({
    path: join(dataFolder, 'watching.json'),
    version: 1,
    schema,
    defaults: { folders: [], seenAt: null },
    setAside: 'at_once',
    clock,
  });
}
