import type { TakenFile } from '../../../contract/client.ts';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { IncomingFile } from '../../platform/ports.ts';

/** The application's interface for the desktop. */
export interface HostedApp {
  /** Parses the input; never throws. */
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  /** Resolves when nothing is being sent and nothing will be without a person. */
  idle(): Promise<void>;
  /**
   * Lets running work end, at most as long as the profile gives a submission, then releases the
   * data folder. Queued files go on at the next start, or wait there for a person (`pause`).
   */
  close(options?: { readonly drain?: 'finish' | 'pause' }): Promise<void>;
}
