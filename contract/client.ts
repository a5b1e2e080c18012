import type { Reply } from './errors.ts';
import type { AppEvent } from './events.ts';
import type { Input, MethodName, Output } from './methods.ts';

/** A dropped or chosen file as the host knows it; the window never sees a path. */
export interface TakenFile {
  readonly fileId: string;
  readonly name: string;
}

/**
 * Methods whose output is a document: whole, or the piece from `offset` where it has a `sizeBytes`.
 */
export const documentMethods = [
  'authorizations.document',
  'backup.read',
  'companies.exportFile',
  'reports.create',
  'reports.receipt',
  'submissions.document',
  'submissions.fileContent',
  'quarter.exportFile',
  'quarter.calendarFile',
] as const satisfies readonly MethodName[];
export type DocumentMethod = (typeof documentMethods)[number];

/** A document that the host saves or prints. */
export interface SaveOrder<Name extends DocumentMethod> {
  readonly method: Name;
  readonly input: Input<Name>;
  /** Prints a page instead of saving it. */
  readonly prints?: boolean;
}

/** The result, and whether the person completed it. */
export type Saved<Name extends DocumentMethod> = Omit<Output<Name>, 'contentBase64'> & {
  readonly saved: boolean;
};

/** A near deadline, and the number of companies that need attention. */
export interface Deadline {
  readonly daysLeft: number;
  readonly companies: number;
}

/**
 * The window's interface to its host; the desktop's bridge and the browser's adapter implement it.
 */
export interface HostBridge {
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Reply<Output<Name>>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /**
   * Hands dropped or chosen files to the core and returns a token for each. The method that takes a
   * token decides what the file is for.
   */
  takeFiles(files: readonly File[]): Promise<Reply<readonly TakenFile[]>>;
  /**
   * Asks a person for a place in the system's dialog and writes the document there; absent where
   * the page hands documents to the browser.
   */
  save?<Name extends DocumentMethod>(order: SaveOrder<Name>): Promise<Reply<Saved<Name>>>;
  /** Shows a system reminder; absent where the page shows its notifications itself. */
  remind?(deadline: Deadline): Promise<Reply<null>>;
}

/**
 * The part of the DOM's `File` that a host reads; declared here because this folder has no DOM
 * types.
 */
interface File {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
