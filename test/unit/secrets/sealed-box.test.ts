import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { createKey, openBox, sealBox } from '../../../main/platform/secrets/sealed-box.ts';

const key = createKey();
const sealed = Buffer.from(sealBox(key, Buffer.from('a key'), 'company:1'), 'base64');
const open = (bytes: Buffer, context = 'company:1') =>
  openBox(key, bytes.toString('base64'), context).toString();
const unreadable = expect.objectContaining({
  code: 'secrets_unreadable',
  details: { reason: 'decrypt' },
});

test('a sealed box opens only for its own purpose', () => {
  expect(open(sealed)).toBe('a key');
  expect(() => open(sealed, 'company:2')).toThrow(unreadable);
  expect(() => openBox(createKey(), sealed.toString('base64'), 'company:1')).toThrow(unreadable);
});

test('a box of another format is not opened', () => {
  expect(() => open(Buffer.concat([Buffer.of(2), sealed.subarray(1)]))).toThrow(unreadable);
});

test('no byte can be changed or left out', () => {
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed)).toThrow(unreadable);
    expect(() => open(sealed.subarray(0, at))).toThrow(unreadable);
  }
});
