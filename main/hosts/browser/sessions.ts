import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A launch code lives this long, and for one use. */
export const codeLifeMs = 60_000;
/** A session ends after this long without a call. */
export const sessionIdleMs = 12 * 60 * 60 * 1000;
/** So many wrong codes are refused one by one; for `lockMs` after them all wrong ones are. */
export const triesBeforeLock = 10;
export const lockMs = 60_000;
/** Windows open at once; the one idle longest gives way. */
const maxSessions = 20;

/** What became of an attempt to exchange a code. */
export type Redemption =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused' }
  /** Refused after many wrong ones: nobody is told of it. A good code opens all the same. */
  | { readonly kind: 'locked' };

/**
 * Launch codes and session tokens. Only digests are held; nothing of it is ever written anywhere.
 */
export interface Sessions {
  /**
   * A fresh one-time code (256 bits, URL-safe). Codes given out before and not used stay good until
   * they expire.
   */
  issueCode(): string;
  redeem(code: string): Redemption;
  /** Whether the token is that of a living session; counts as use of it. */
  isValid(token: string): boolean;
  /** Whether the token is that of a living session, without using it. */
  isLiving(token: string): boolean;
  /**
   * What only the server of a living session can say: an HMAC of the window's nonce under the
   * digest of its token. `session` is the digest of that digest. Null for no living session.
   */
  prove(session: string, nonce: string): string | null;
}

interface Held {
  readonly digest: Buffer;
  untilMs: number;
}

const digest = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const fresh = (): string => randomBytes(32).toString('base64url');

/** Finds by comparing with every one, each in constant time. */
function find(list: readonly Held[], text: string): Held | null {
  const wanted = digest(text);
  let found: Held | null = null;
  for (const held of list) if (timingSafeEqual(held.digest, wanted)) found = held;
  return found;
}

/**
 * Makes the sessions of one run. `nowMs` never goes back and never jumps: a clock that is set ends
 * no session.
 */
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
