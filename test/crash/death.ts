/** The moment at which a process dies. */
export type DeathPoint =
  /**
   * Right before, or right after, the commit of the transaction that puts a submission into the
   * history (`new`) or moves it to a state.
   */
  | {
      readonly commit:
        | 'new'
        | 'queued'
        | 'sending'
        | 'accepted'
        | 'cancelled'
        | 'failed'
        | 'unknown';
      readonly side: 'before' | 'after';
    }
  /**
   * The first event of undici on this channel: `client:sendHeaders` before the first byte,
   * `request:trailers` when an answer is whole.
   */
  | { readonly channel: string }
  /** The queue has begun to wait for another try. */
  | { readonly waits: true }
  /** By another's hand. */
  | { readonly killed: true };

/** The process's work until then. */
export interface Errand {
  readonly dataFolder: string;
  readonly fileIds: readonly string[];
  /** Submissions for `ask`. */
  readonly ids?: readonly string[];
  readonly does: 'send' | 'cancel' | 'resolve' | 'start' | 'ask';
  readonly diesAt: DeathPoint;
}
