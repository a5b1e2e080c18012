import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of a launch code, which works once. */
export const codeLifeMs = 60_000;
/** A session ends after this long without a call. */
export const sessionIdleMs = 12 * 60 * 60 * 1000;
/** Wrong codes that are refused one by one; after them all wrong ones are refused for `lockMs`. */
export const triesBeforeLock = 10;
export const lockMs = 60_000;
/** Most windows at once; the one idle longest is closed. */
const maxSessions = 20;

/** The result of exchanging a code. */
type Redemption =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused' }
  /** Refused after many wrong ones, without a notice. A valid code still works. */
  | { readonly kind: 'locked' };

/** Launch codes and session tokens. Only digests are kept, and only in memory. */
export interface Sessions {
  /**
   * A new one-time code (256 bits, URL-safe). Earlier unused codes stay valid until they expire.
   */
  issueCode(): string;
  redeem(code: string): Redemption;
  /** Whether the token belongs to a living session; counts as use of it. */
  isValid(token: string): boolean;
  /** Whether the token belongs to a living session, without counting as use. */
  isLiving(token: string): boolean;
  /**
   * A proof that only the server of a living session can give: an HMAC of the window's nonce under
   * the digest of its token. `session` is the digest of that digest. Null for no living session.
   */
  prove(session: string, nonce: string): string | null;
}

interface Held {
  readonly digest: Buffer;
  untilMs: number;
}

const digest = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer');
const fresh = (): string => randomBytes(32).toString('base64url');

/** Compares with every one, each in constant time. */
function find(list: readonly Held[], text: string): Held | null {
  const wanted = digest(text);
  let found: Held | null = null;
  for (const held of list) if (timingSafeEqual(held.digest, wanted)) found = held;
  return found;
}

/** Makes the sessions of one run. `nowMs` is monotonic: setting the clock ends no session. */
export function createSessions(nowMs: () => number): Sessions {
  let codes: Held[] = [];
  let sessions: Held[] = [];
  let wrongTries = 0;
  let lockedUntilMs = Number.NEGATIVE_INFINITY;
  const living = (list: readonly Held[]) => list.filter((held) => held.untilMs > nowMs());

  function noteWrongTry(): Redemption {
    if (nowMs() < lockedUntilMs) return { kind: 'locked' };
    wrongTries += 1;
    if (wrongTries < triesBeforeLock) return { kind: 'refused' };
    wrongTries = 0;
    lockedUntilMs = nowMs() + lockMs;
    return { kind: 'locked' };
  }

  return {
    issueCode: () => {
      const code = fresh();
      codes = [...living(codes), { digest: digest(code), untilMs: nowMs() + codeLifeMs }];
      return code;
    },
    redeem: (code) => {
      codes = living(codes);
      const held = find(codes, code);
      if (held === null) return noteWrongTry();
      codes = codes.filter((other) => other !== held);
      wrongTries = 0;
      const token = fresh();
      sessions = [...living(sessions), { digest: digest(token), untilMs: nowMs() + sessionIdleMs }]
        .sort((one, other) => other.untilMs - one.untilMs)
        .slice(0, maxSessions);
      return { kind: 'token', token };
    },
    prove: (session, nonce) => {
      const held = living(sessions).find((each) => digest(each.digest).toString('hex') === session);
      if (held === undefined) return null;
      return createHmac('sha256', held.digest).update(nonce).digest('hex');
    },
    isLiving: (token) => find(living(sessions), token) !== null,
    isValid: (token) => {
      sessions = living(sessions);
      const held = find(sessions, token);
      if (held === null) return false;
      held.untilMs = nowMs() + sessionIdleMs;
      return true;
    },
  };
}
