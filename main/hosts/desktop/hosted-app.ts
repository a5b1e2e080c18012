import type { TakenFile } from '../../../contract/client.ts';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { IncomingFile } from '../../platform/ports.ts';

/** The part of the application that the desktop uses. */
export interface HostedApp {
  /** Parses the input; never throws. */
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Gives back the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  /** Resolves when nothing is on its way and nothing will leave without a person. */
  idle(): Promise<void>;
  /**
   * Lets what is under way end, at most as long as the profile gives a submission, then lets go of
   * the data folder. What has not left goes on at the next start, or waits there for a person
   * (`pause`).
   */
  close(options?: { readonly drain?: 'finish' | 'pause' }): Promise<void>;
}
