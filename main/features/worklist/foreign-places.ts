import { openConnection } from '../../platform/db/connection.ts';
import { isOwnFile } from '../../platform/files/incoming.ts';

/**
 * Forgets where the files of a stranger's worklist lie, but for our own folder: a window checks
 * unchecked files at once, and would read any place that the stranger names. `path` is the history.
 */
export function forgetForeignPlaces(path: string, dataFolder: string): void {
  using database = openConnection(path, { mustExist: true });
  const places = database.prepare<[], { id: string; source_path: string }>(
    'select id, source_path from worklist_files',
  );
  const forget = database.prepare("update worklist_files set source_path = '' where id = ?");
  for (const { id, source_path } of places.all())
    if (!isOwnFile(dataFolder, source_path)) forget.run(id);
}
