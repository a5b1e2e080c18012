import { expect, test } from 'vitest';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createRedactor } from '../../../main/service/redaction.ts';

const key = 'cañary/key+0123456789';
const redactor = createRedactor([new Secret(key), new Secret('4711')]);
const cleaned = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(redactor.bytes(Buffer.from(text, encoding))).toString(encoding);

test.each([
  ['as it is', key],
  ['in Base64', Buffer.from(key).toString('base64')],
  ['within longer Base64', Buffer.from(`user:${key}:x`).toString('base64')],
  ['URL-encoded', encodeURIComponent(key)],
  ['hexadecimal', Buffer.from(key).toString('hex')],
  ['in JSON', JSON.stringify({ key })],
])('a key is removed from a body %s, and the rest stays', (_form, form) => {
  const body = cleaned(`{"year":"año 4711","said":"${form}"}`);
  expect(body).toContain('[secret]');
  expect(body).toMatch(/^\{"year":"año 4711"/);
  for (const part of ['ary/key', '0123456', Buffer.from(key).toString('base64').slice(4, 16)]) {
    expect(body).not.toContain(part);
  }
});

test('a key written in escapes is removed, and the rest stays', () => {
  const spelt = [...key]
    .map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  expect(cleaned(`{"said":"${spelt}"}`)).toBe('{"said":"[secret]"}');
  expect(cleaned(`{"said":"${spelt}","also":"${encodeURIComponent(key)}"}`)).toBe(
    '{"said":"[secret]","also":"[secret]"}',
  );
  expect(cleaned(`{"said":"${spelt}`)).toBe('"[secret]"');
});

test('a body without a key is returned byte for byte', () => {
  for (const body of [
    Buffer.from('{"a":"\\u00f1"}'),
    Buffer.from([0, 255, 254, 0x80]),
    Buffer.alloc(0),
  ]) {
    expect(redactor.bytes(body)).toBe(body);
  }
});

test('bytes that are no text keep their value around a key', () => {
  const ascii = createRedactor([new Secret('ascii-key-0123')]);
  const body = Buffer.concat([
    Buffer.from([0xff, 0x80]),
    Buffer.from('ascii-key-0123'),
    Buffer.from([0xfe]),
  ]);
  const expected = Buffer.concat([
    Buffer.from([0xff, 0x80]),
    Buffer.from('[secret]'),
    Buffer.from([0xfe]),
  ]);
  expect(Buffer.from(ascii.bytes(body))).toEqual(expected);
});

test('short keys are removed from messages only: in evidence they would match amounts', () => {
  expect(redactor.text('PIN 4711')).toBe('PIN [secret]');
  expect(cleaned('{"amount":4711.00}')).toBe('{"amount":4711.00}');
});
