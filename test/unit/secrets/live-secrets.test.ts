import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { LiveSecrets } from '../../../main/platform/secrets/live-secrets.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';

const key = 'k"ey/+\\ñ&odd=%(Can~ary)';

function holding(...values: string[]): LiveSecrets {
  const secrets = new LiveSecrets();
  for (const value of values) secrets.hold(new Secret(value));
  return secrets;
}

/** RFC 3986: all but letters, digits and `-._~` are encoded. */
const strictly = (text: string) =>
  encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

describe('the registry of secrets', () => {
  test.each<[string, string]>([
    ['as it is', key],
    ['in capitals', key.toUpperCase().replace('Ñ', 'ñ')],
    ['in JSON', JSON.stringify(key).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1)],
    ['in a URL', encodeURIComponent(key)],
    ['in a URL, lightly', encodeURI(key)],
    ['in a URL twice', encodeURIComponent(encodeURIComponent(key))],
    ['in a URL of PHP', strictly(key)],
    ['in a URL of Python', strictly(key).replaceAll('%2F', '/')],
    ['in a form', new URLSearchParams({ q: key }).toString().slice(2)],
    ['in hexadecimal', Buffer.from(key).toString('hex').toUpperCase()],
  ])('finds one %s', (_name, text) => {
    expect(holding(key).mask(`<${text}> and <${text}>`)).toBe('<[secret]> and <[secret]>');
  });

  test.each(['', 'u', 'us', 'use', 'user:'])('finds one in Base64 behind %j', (before) => {
    const secrets = holding(key);
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${key}${before}`).toString(encoding);
      const masked = secrets.mask(text);
      expect(masked).toContain('[secret]');
      // Around it stay the neighbours and at most one character on each side that they share with
      // the secret.
      expect(masked.replace('[secret]', '').length).toBeLessThanOrEqual(
        Math.ceil((before.length * 16) / 6) + 6,
      );
    }
  });

  test('leaves other text unchanged, also letters whose lower case has another length', () => {
    expect(holding(key).mask('İstanbul ẞ companies.list')).toBe('İstanbul ẞ companies.list');
    expect(holding('İstanbul-Key').mask('x İstanbul-KEY y')).toBe('x [secret] y');
  });

  test('ignores one shorter than four bytes: it appears in many words', () => {
    expect(holding('can').mask('scanned, 63616e')).toBe('scanned, 63616e');
    expect(holding('cann').mask('scanned')).toBe('s[secret]ed');
  });

  test('masks one that contains another completely', () => {
    expect(holding('abcd', 'xxabcdyy').mask('1 xxabcdyy 2')).toBe('1 [secret] 2');
  });

  test('finds the same among thousands of others', () => {
    const texts = [
      '1 xxabcdyy 2',
      'abcdabcd',
      'aaaaaaaaa',
      'xabcd',
      'aaaabcdyy',
      'nothing of it',
      'it begins-and-goes-on 2',
      key,
      'İ abcd',
    ];
    const sought = ['abcd', 'xxabcdyy', 'aaaa', 'begins-and-goes-on', 'begins-', key];
    const others = Array.from({ length: 2000 }, (_, index) => `another-key-${index}`);
    const [few, many] = [holding(...sought), holding(...sought, ...others)];
    for (const text of texts) expect(few.mask(text)).toBe(many.mask(text));
    expect(few.mask('aaaaaaaaa abcd')).toBe('[secret] [secret]');
  });

  test('does not look for one that appears in any text', () => {
    expect(holding('a', 'abc').mask('abc a')).toBe('abc a');
  });

  test('still has one whose secret was wiped', () => {
    const secrets = new LiveSecrets();
    const secret = new Secret(key);
    secrets.hold(secret);
    secret.wipe();
    expect(secrets.mask(key)).toBe('[secret]');
  });
});
