import { z } from 'zod';
import { fileIdSchema } from '../worklist.ts';
import { command, id, nothing, query } from './kinds.ts';

/** A watched folder: its new files are checked. */
export const watchedFolderSchema = z.object({
  id: z.string(),
  path: z.string(),
  /** The company that it belongs to; null for a folder of the whole office. */
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  /** `away` while it cannot be read (a missing share), `off` where this process does not watch. */
  state: z.enum(['watching', 'away', 'too_large', 'off']),
});
export type WatchedFolder = z.infer<typeof watchedFolderSchema>;

const choice = {
  companyId: id.nullish(),
  /** Whether files that are there already are taken in, too. */
  withExisting: z.boolean().default(false),
};

const countedNames = z.object({
  count: z.number().int(),
  names: z.array(z.string()).max(20),
});

/**
 * Folders whose new files join the worklist automatically. Nothing in them is moved, changed or
 * deleted, and nothing is sent.
 */
export const watchingMethods = {
  /** The folders, and what came since the person last looked. */
  'watching.list': query(
    nothing,
    z.object({
      folders: z.array(watchedFolderSchema),
      /** Whether this host shows a dialog for folders (`watching.choose`). */
      canChoose: z.boolean(),
      /** Files of the worklist that came through the folder of a company that is not theirs. */
      misplaced: z.array(z.object({ fileId: fileIdSchema, folderCompany: z.string() })),
      arrivals: z.object({
        /** When they were last looked at; null for never. */
        since: z.iso.datetime().nullable(),
        /** Files that joined the worklist. */
        count: z.number().int(),
        /** Those of them that are still there, and what was made from them; at most 5,000. */
        fileIds: z.array(fileIdSchema),
        leftAside: countedNames,
        /** Files and subfolders that cannot be read; Zubi tries them again. */
        unread: countedNames,
      }),
    }),
  ),
  /** Error: `folder_not_usable`. */
  'watching.add': command(
    z.object({ path: z.string().min(1).max(4096), ...choice }),
    z.object({ folder: watchedFolderSchema }),
  ),
  /**
   * The same with a folder that the person chooses in the system's dialog; null when cancelled.
   * Errors: `not_allowed` where there is no dialog, `folder_not_usable`.
   */
  'watching.choose': command(
    z.object(choice),
    z.object({ folder: watchedFolderSchema.nullable() }),
  ),
  /** Stops watching it. Its files stay on the worklist. */
  'watching.remove': command(z.object({ id }), nothing),
  /** Marks everything that came until now as seen. */
  'watching.markSeen': command(nothing, nothing),
} as const;
