import { ZubiError } from '../../../contract/errors.ts';
import type { UpdateFetch } from './source.ts';

export interface ReceiveOptions {
  readonly fetch: UpdateFetch;
  /** How long the download waits without any data. */
  readonly stallMs: number;
  /** More bytes than promised: `update_changed`. */
  readonly maxBytes: number;
}

/**
 * Reads an address piece by piece. Errors: `update_unreachable`, `update_stalled`, `update_changed`
 * (too long), `update_truncated` (the connection broke).
 */
export async function* receive(
  url: string,
  { fetch, stallMs, maxBytes }: ReceiveOptions,
): AsyncGenerator<Uint8Array> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), stallMs);
  let hasBegun = false;
  let received = 0;
  try {
    const response = await fetch(url, { signal: control.signal });
    if (!response.ok || response.body === null)
      throw new ZubiError('update_unreachable', { cause: String(response.status) });
    hasBegun = true;
    for await (const piece of response.body) {
      timer.refresh();
      received += piece.byteLength;
      if (received > maxBytes) throw new ZubiError('update_changed');
      yield piece;
      // A slow reader is not a stalled server.
      timer.refresh();
    }
  } catch (error) {
    if (error instanceof ZubiError) throw error;
    if (control.signal.aborted)
      throw new ZubiError('update_stalled', { seconds: Math.ceil(stallMs / 1000) });
    if (hasBegun) throw new ZubiError('update_truncated', {}, { cause: error });
    throw new ZubiError('update_unreachable', { cause: codeOf(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
    control.abort();
  }
}

/** `fetch` hides the system's error code behind a message. */
function codeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (inner instanceof Error && 'code' in inner) return String(inner.code);
  return inner instanceof Error ? inner.message.slice(0, 200) : 'unknown';
}
