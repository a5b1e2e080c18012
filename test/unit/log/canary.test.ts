import { Buffer } from 'node:buffer';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeError } from '../../../main/platform/log/describe-error.ts';
import type { FileLog } from '../../../main/platform/log/log.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { LogFolder } from './fixture.ts';

/** With characters that each encoding writes differently. */
const keys = ['cAnArY-0123456789-wxyz', 'k"ey/+\\with ñ&odd=%signs', 'plainCanaryToken0987654321'];
const personal = [
  '12345678Z',
  'X1234567L',
  'B95123457',
  'ES9121000418450200051332',
  'itziar@gestoria.eus',
];
let folder: LogFolder;
let log: FileLog;

beforeEach(() => {
  folder = new LogFolder();
  log = folder.open();
  for (const key of keys) folder.secrets.hold(new Secret(key));
});
afterEach(() => folder.remove());

type Fields = Record<string, string>;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The ways in which values reach logs; without the filter each would be a leak. */
const leaks: Record<string, (value: string) => void> = {
  'a listed field': (value) => log.info('leak', { code: value, reason: value, state: value }),
  'an unlisted field': (value) => log.info('leak', { apiKey: value, taxId: value }),
  'deeper nesting': (value) =>
    log.info('leak', { state: { a: { b: { c: value } } } } as unknown as Fields),
  'another case': (value) =>
    log.info('leak', { code: value.toUpperCase(), reason: value.toLowerCase() }),
  'the message': (value) => log.error(`failed for ${value}`),
  'the name of the event': (value) => log.error(value),
  'Error.message': (value) => log.error('leak', describeError(new Error(`refused ${value}`))),
  'properties of an error': (value) =>
    log.error(
      'leak',
      describeError(Object.assign(new Error('x'), { config: { headers: { 'x-api-key': value } } })),
    ),
  'the code or name of an error': (value) =>
    log.error('leak', describeError(Object.assign(new Error('x'), { code: value, name: value }))),
  'the cause of an error': (value) =>
    log.error('leak', describeError(new Error('x', { cause: new Error(value) }))),
  'an error itself': (value) =>
    log.error('leak', { reason: new Error(value) } as unknown as Fields),
  'a list': (value) => log.info('leak', { code: [value], reason: [[value]] } as unknown as Fields),
  'JSON in a text': (value) =>
    log.info('leak', { reason: JSON.stringify({ key: value, again: JSON.stringify({ value }) }) }),
  'a URL': (value) =>
    log.info('leak', { reason: `https://x.example/?key=${encodeURIComponent(value)}` }),
  'URL encoding alone': (value) =>
    log.info('leak', { reason: encodeURIComponent(value).replaceAll('%', '.') }),
  Base64: (value) =>
    log.info('leak', { code: base64(value), reason: base64(value).replaceAll('=', '') }),
  'Base64 within more': (value) =>
    log.info('leak', { code: base64(`user:${value}:1`), reason: base64(`us:${value}`) }),
  hexadecimal: (value) => log.info('leak', { code: Buffer.from(value).toString('hex') }),
  'the name of a field': (value) => log.info('leak', { [value]: 'x' }),
  'a value that writes itself': (value) =>
    log.info('leak', { code: { toJSON: () => value, toString: () => value } } as unknown as Fields),
  'an inspected object': (value) =>
    log.info('leak', { reason: inspect({ headers: { authorization: value } }) }),
  'a longer token': (value) => log.info('leak', { code: `prefix.${value}.suffix` }),
};

// holds K9
describe('secrets planted in every way are not in the log', () => {
  test.each(keys)('the key %#', (key) => {
    for (const leak of Object.values(leaks)) leak(key);
    const text = folder.text().toLowerCase();
    expect(folder.lines()).toHaveLength(Object.keys(leaks).length);
    const hex = Buffer.from(key).toString('hex');
    for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), hex]) {
      expect(text).not.toContain(form.toLowerCase());
    }
    // At each place within a group of three bytes, the middle of its Base64.
    for (const before of ['', 'a', 'ab']) {
      const middle = base64(`${before}${key}`).slice(4, -8).toLowerCase();
      expect(text).not.toContain(middle);
    }
  });

  test.each(personal)('personal data: %s', (value) => {
    for (const [name, leak] of Object.entries(leaks))
      if (!/Base64|hexadecimal/.test(name)) leak(value);
    expect(folder.text().toLowerCase()).not.toContain(value.toLowerCase());
  });
});

test('a line that would have contained a secret says so', () => {
  log.info('leak', { code: 'plainCanaryToken0987654321' });
  expect(folder.lines()).toMatchObject([{ code: '[secret]' }]);
});
