import type { Reply } from './errors.ts';
import type { AppEvent } from './events.ts';
import type { Input, MethodName, Output } from './methods.ts';

/** A file as the host knows it after it was dropped or chosen; the window never sees a path. */
export interface TakenFile {
  readonly fileId: string;
  readonly name: string;
}

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
}

/**
 * The part of the DOM's `File` that a host reads; declared here because this folder sees no DOM.
 */
interface File {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}
