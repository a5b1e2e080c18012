import { Buffer } from 'node:buffer';
import { format, inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../../main/platform/secrets/secret.ts';

const canary = 'cAnArY-0123456789-wxyz';

// holds K10
describe('a secret', () => {
  test('is returned by reveal only', () => {
    expect(new Secret(canary).reveal()).toBe(canary);
    expect(new Secret(Buffer.from(canary)).reveal()).toBe(canary);
    expect(new Secret('ñandú €').reveal()).toBe('ñandú €');
  });

  test.each<[string, (secret: Secret) => string]>([
    ['toString', (secret) => String(secret)],
    ['template', (secret) => `${secret}`],
    ['concatenation', (secret) => 'key '.concat(secret as unknown as string)],
    ['JSON', (secret) => JSON.stringify({ deep: [{ secret }] })],
    ['inspect', (secret) => inspect({ secret }, { showHidden: true, depth: 9, getters: true })],
    ['%o', (secret) => format('%o %O %s %j', secret, secret, secret, secret)],
    ['structuredClone', (secret) => inspect(structuredClone({ secret }), { showHidden: true })],
    ['entries', (secret) => inspect([Object.entries(secret), Reflect.ownKeys(secret)])],
    ['spread', (secret) => inspect({ ...secret })],
    ['join', (secret) => [secret].join()],
    ['Error', (secret) => inspect(new Error(`no ${secret}`, { cause: secret }))],
    ['tag', (secret) => Object.prototype.toString.call(secret)],
  ])('is not leaked by %s', (_name, print) => {
    const printed = print(new Secret(canary));
    expect(printed).not.toContain('cAnArY');
    expect(printed).not.toContain(Buffer.from(canary).toString('hex').slice(0, 8));
    expect(printed).not.toContain('63 41 6e');
  });

  test('shows its last four characters only when it is long enough', () => {
    expect(new Secret(canary).last4()).toBe('wxyz');
    expect(new Secret('12345678901').last4()).toBeNull();
    expect(new Secret('123456789012').last4()).toBe('9012');
    expect(new Secret('ab€defghi€€€').last4()).toBe('i€€€');
  });

  test('is compared by content', () => {
    expect(new Secret(canary).equals(new Secret(canary))).toBe(true);
    expect(new Secret(canary).equals(new Secret(`${canary}!`))).toBe(false);
    expect(new Secret('a').equals(new Secret('b'))).toBe(false);
  });

  test('copies its input and its output', () => {
    const source = Buffer.from(canary);
    const secret = new Secret(source);
    source.fill(0);
    secret.revealBytes().fill(0);
    expect(secret.reveal()).toBe(canary);
  });

  test('cannot be used after it was wiped', () => {
    const secret = new Secret(canary);
    secret.wipe();
    expect(() => secret.reveal()).toThrow('secret_wiped');
    expect(() => secret.revealBytes()).toThrow('secret_wiped');
    expect(() => secret.equals(new Secret(''))).toThrow('secret_wiped');
  });
});
