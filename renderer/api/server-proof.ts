/** The result for the server at the window's address. */
export type ServerProof = 'proven' | 'stranger' | 'unreachable';

const patienceMs = 10_000;
/** The server writes to its event stream every 15 s; after a longer silence it is asked again. */
const silenceMs = 20_000;
const toBytes = (text: string) => new TextEncoder().encode(text);

function toHex(bytes: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Asks the server at this address to prove that it knows this session: an HMAC of a nonce under the
 * digest of the token. Neither reveals the token. After the application's end, any program of this
 * machine may take its port.
 */
async function proveServer(token: string): Promise<ServerProof> {
  const secret = await crypto.subtle.digest('SHA-256', toBytes(token));
  const session = toHex(await crypto.subtle.digest('SHA-256', secret));
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await ask(session, nonce);
  if (answer === null) return 'unreachable';
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  const wanted = toHex(await crypto.subtle.sign('HMAC', key, toBytes(nonce)));
  return answer === wanted ? 'proven' : 'stranger';
}

/** The given proof; empty for another answer, null for none. */
async function ask(session: string, nonce: string): Promise<string | null> {
  try {
    const response = await fetch('/api/proof', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, nonce }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    const proof =
      typeof answer === 'object' && answer !== null && 'proof' in answer ? answer.proof : '';
    return typeof proof === 'string' ? proof : '';
  } catch {
    return null;
  }
}

/** The known result; the server is asked once, until something speaks against it. */
export interface ServerTrust {
  ask(): Promise<ServerProof>;
  /** Whether the stream that began with a proof still runs. */
  heard(): void;
  forget(): void;
}

export function createServerTrust(token: string): ServerTrust {
  let asked: Promise<ServerProof> | null = null;
  let heardAtMs = 0;
  const heard = () => {
    heardAtMs = performance.now();
  };
  return {
    ask: () => {
      if (asked === null || performance.now() - heardAtMs > silenceMs) {
        asked = proveServer(token);
        heard();
      }
      return asked;
    },
    heard,
    forget: () => {
      asked = null;
    },
  };
}
