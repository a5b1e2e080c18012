import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  codeLifeMs,
  createSessions,
  lockMs,
  sessionIdleMs,
  triesBeforeLock,
} from '../../../main/hosts/browser/sessions.ts';

function start() {
  let nowMs = 0;
  const sessions = createSessions(() => nowMs);
  const wait = (ms: number) => {
    nowMs += ms;
  };
  const open = () => {
    const redemption = sessions.redeem(sessions.issueCode());
    return redemption.kind === 'token' ? redemption.token : '';
  };
  return { sessions, wait, open };
}

describe('launch codes', () => {
  it('have 256 bits and are never the same', () => {
    const { sessions } = start();
    const codes = Array.from({ length: 100 }, () => sessions.issueCode());
    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(Buffer.from(code, 'base64url')).toHaveLength(32);
  });

  it('work once', () => {
    const { sessions } = start();
    const code = sessions.issueCode();
    expect(sessions.redeem(code).kind).toBe('token');
    expect(sessions.redeem(code).kind).toBe('refused');
  });

  it('work for a minute', () => {
    expect(codeLifeMs).toBe(60_000);
    const { sessions, wait } = start();
    const [early, late] = [sessions.issueCode(), sessions.issueCode()];
    wait(codeLifeMs - 1);
    expect(sessions.redeem(early).kind).toBe('token');
    wait(1);
    expect(sessions.redeem(late).kind).toBe('refused');
  });

  it('are refused when they were never issued', () => {
    const { sessions } = start();
    const code = sessions.issueCode();
    for (const wrong of ['', code.slice(1), `${code}A`, code.toUpperCase(), 'undefined']) {
      expect(sessions.redeem(wrong).kind).toBe('refused');
    }
    expect(sessions.redeem(code).kind).toBe('token');
  });

  it('survive ten wrong attempts of another user; wrong ones are all refused for a minute', () => {
    expect(triesBeforeLock).toBe(10);
    const { sessions, wait } = start();
    const code = sessions.issueCode();
    const kinds = Array.from({ length: 12 }, (_, index) => sessions.redeem(`guess ${index}`).kind);
    expect(kinds.slice(0, 9)).toEqual(Array(9).fill('refused'));
    expect(kinds.slice(9)).toEqual(['locked', 'locked', 'locked']);
    const fresh = sessions.issueCode();
    expect(sessions.redeem(code).kind).toBe('token');
    expect(sessions.redeem(fresh).kind).toBe('token');
    expect(sessions.redeem('guess').kind).toBe('locked');
    wait(lockMs);
    expect(sessions.redeem('guess').kind).toBe('refused');
  });
});

describe('the proof that the server belongs to a session (T9)', () => {
  const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
  const idOf = (token: string) => sha256(sha256(token)).toString('hex');

  it('is an HMAC of the nonce, which only a holder of the token can make', () => {
    const { sessions, open } = start();
    const [token, other] = [open(), open()];
    const proof = sessions.prove(idOf(token), 'a nonce');
    expect(proof).toBe(createHmac('sha256', sha256(token)).update('a nonce').digest('hex'));
    expect(sessions.prove(idOf(token), 'another')).not.toBe(proof);
    expect(sessions.prove(idOf(other), 'a nonce')).not.toBe(proof);
  });

  it('is given for no session that has ended or never existed', () => {
    const { sessions, wait, open } = start();
    const token = open();
    for (const session of ['', token, idOf('x'), sha256(token).toString('hex')])
      expect(sessions.prove(session, 'a nonce')).toBeNull();
    wait(sessionIdleMs - 1);
    expect(sessions.prove(idOf(token), 'a nonce')).not.toBeNull();
    // It did not count as a use of the session.
    wait(1);
    expect(sessions.prove(idOf(token), 'a nonce')).toBeNull();
  });
});

describe('sessions', () => {
  it('are known by their token only', () => {
    const { sessions, open } = start();
    const token = open();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(sessions.isValid(token)).toBe(true);
    for (const wrong of ['', token.slice(1), `${token} `, token.toLowerCase()]) {
      expect(sessions.isValid(wrong)).toBe(false);
    }
  });

  it('end after twelve hours without a call, and not before', () => {
    expect(sessionIdleMs).toBe(12 * 3_600_000);
    const { sessions, wait, open } = start();
    const token = open();
    wait(sessionIdleMs - 1);
    expect(sessions.isValid(token)).toBe(true);
    wait(sessionIdleMs - 1);
    expect(sessions.isValid(token)).toBe(true);
    wait(sessionIdleMs);
    expect(sessions.isValid(token)).toBe(false);
  });

  it('are at most twenty: the one idle longest is ended', () => {
    const { sessions, wait, open } = start();
    const tokens = Array.from({ length: 21 }, () => {
      wait(1);
      return open();
    });
    expect(tokens.map((token) => sessions.isValid(token))).toEqual([
      false,
      ...Array(20).fill(true),
    ]);
  });
});
