import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../sandbox/intermediary/base64.ts';

// holds F6
describe('strict Base64', () => {
  it.each([
    ['', ''],
    ['YQ==', 'a'],
    ['YWI=', 'ab'],
    ['YWJj', 'abc'],
    ['+/+/', '\xfb\xff\xbf'],
  ])('takes %j', (text, latin1) => {
    expect(decodeBase64(text)?.toString('latin1')).toBe(latin1);
  });

  it.each([
    ['no padding', 'YQ'],
    ['half a padding', 'YQ='],
    ['too much padding', 'YWJj===='],
    ['stray bits', 'YR=='],
    ['a foreign character', 'Y*Q=='],
    ['the URL alphabet', '-_-_'],
    ['a line break', 'YWJj\n'],
    ['a blank', 'YWJj YWJj'],
    ['a blank before', ' YWJj'],
    ['padding in the middle', 'YQ==YQ=='],
    ['one character', 'Y'],
    ['a character beyond ASCII', 'YWJé'],
  ])('refuses %s', (_what, text) => {
    expect(decodeBase64(text)).toBeNull();
  });

  it('takes megabytes without overflowing', () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 7);
    expect(decodeBase64(bytes.toString('base64'))?.equals(bytes)).toBe(true);
    expect(decodeBase64(`${bytes.toString('base64')}\n`)).toBeNull();
  });
});
