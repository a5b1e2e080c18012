import type { Generated } from 'kysely';
import type { FileOrigin } from '../../../contract/worklist.ts';

export interface WorklistTables {
  worklist_files: WorklistFilesTable;
  file_origins: FileOriginsTable;
  joined_sources: JoinedSourcesTable;
  replaced_files: ReplacedFilesTable;
  /** A view: every source of a made file. */
  file_sources: FileSourcesView;
}

export interface WorklistFilesTable {
  id: string;
  name: string;
  added_at: string;
  size_bytes: number;
  /** Where the bytes are until the file is checked. */
  source_path: string;
  sha256: string | null;
  /** The result without its issues, as JSON; null until checked. */
  validation: string | null;
  /** The issues as gzipped JSON; null until checked. */
  issues_gzip: Uint8Array | null;
  /** When it was removed from the list; it is deleted when the removal can no longer be undone. */
  removed_at: string | null;
}

/** The origin of a file in the worklist. */
export interface FileOriginsTable {
  file_id: string;
  kind: FileOrigin['kind'];
  /** Null for a file made from another one, unless that came from a submission. */
  submission_id: string | null;
  /** Name of the file it was made from. */
  file_name: string;
  /** The file of the worklist that it replaces. */
  source_id: string | null;
}

/** Of a file that joins corrections: the submissions after the first, and the files replaced. */
interface JoinedSourcesTable {
  file_id: string;
  submission_id: string;
  source_id: string | null;
  /** 1 where the file has every record to correct; 0 where a person modified other records. */
  corrects: Generated<0 | 1>;
}

/** A faulty file that a good dropped one replaces. */
interface ReplacedFilesTable {
  file_id: string;
  source_id: string;
}

type FileSourcesView = Pick<FileOriginsTable, 'file_id' | 'kind' | 'submission_id' | 'source_id'>;
