import type { Reply } from './errors.ts';
import type { AppEvent } from './events.ts';
import type { Input, MethodName, Output } from './methods.ts';

/** A file as the host knows it after it was dropped or chosen; the window never sees a path. */
export interface TakenFile {
  readonly fileId: string;
  readonly name: string;
}

/**
 * Methods whose output is a document: whole, or the piece from `offset` on where it says a
 * `sizeBytes`.
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

/** A document that the host itself saves or prints. */
export interface SaveOrder<Name extends DocumentMethod> {
  readonly method: Name;
  readonly input: Input<Name>;
  /** Prints it, where it is a page, instead of saving it. */
  readonly prints?: boolean;
}

/** What came with the document, and whether a person went through with it. */
export type Saved<Name extends DocumentMethod> = Omit<Output<Name>, 'contentBase64'> & {
  readonly saved: boolean;
};

/**
 * What the window needs of its host: the desktop's bridge and the browser's adapter are both one of
 * these.
 */
export interface HostBridge {
  call<Name extends MethodName>(method: Name, input: Input<Name>): Promise<Reply<Output<Name>>>;
  /** Gives back the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /**
   * Hands dropped or chosen files to the core and gets a token for each; the method that a token is
   * given to says what the file is for.
   */
  takeFiles(files: readonly File[]): Promise<Reply<readonly TakenFile[]>>;
  /**
   * Asks a person for a place by the system's own dialog and writes the document there; absent
   * where the page itself hands documents to the browser.
   */
  save?<Name extends DocumentMethod>(order: SaveOrder<Name>): Promise<Reply<Saved<Name>>>;
}

/**
 * The part of the DOM's `File` that a host reads; declared here because this folder sees no DOM.
 */
interface File {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
