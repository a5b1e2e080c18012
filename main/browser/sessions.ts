import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../ports.ts';

/** A launch code lives this long, and for one use. */
export const codeLifeMs = 60_000;
/** A session ends after this long without a call. */
export const sessionIdleMs = 12 * 60 * 60 * 1000;
/** So many wrong codes lock the exchange for `lockMs`. */
export const triesBeforeLock = 10;
export const lockMs = 60_000;
/** Windows open at once; the one idle longest gives way. */
const mostSessions = 20;

/** What became of an attempt to exchange a code. */
export type Redemption =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'refused' }
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
}

interface Held {
  readonly digest: Buffer;
  untilMs: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const fresh = (): string => randomBytes(32).toString('base64url');

/** Finds by comparing with every one, each in constant time. */
function find(list: readonly Held[], text: string): Held | null {
  const wanted = digest(text);
  let found: Held | null = null;
  for (const held of list) if (timingSafeEqual(held.digest, wanted)) found = held;
  return found;
}

/** Makes the sessions of one run. */
export function createSessions(clock: Clock): Sessions {
  let codes: Held[] = [];
  let sessions: Held[] = [];
  let wrongTries = 0;
  let lockedUntilMs = 0;
  const nowMs = () => clock().getTime();
  const living = (list: readonly Held[]) => list.filter((held) => held.untilMs > nowMs());

  function noteWrongTry(): Redemption {
    wrongTries += 1;
    if (wrongTries < triesBeforeLock) return { kind: 'refused' };
    wrongTries = 0;
    codes = [];
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
      if (nowMs() < lockedUntilMs) return { kind: 'locked' };
      codes = living(codes);
      const held = find(codes, code);
      if (held === null) return noteWrongTry();
      codes = codes.filter((other) => other !== held);
      wrongTries = 0;
      const token = fresh();
      sessions = [...living(sessions), { digest: digest(token), untilMs: nowMs() + sessionIdleMs }]
        .sort((one, other) => other.untilMs - one.untilMs)
        .slice(0, mostSessions);
      return { kind: 'token', token };
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
