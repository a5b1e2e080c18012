import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readLogo } from '../../../main/features/reports/logo.ts';
import { makePng } from '../../fixtures/authorizations/documents.ts';

const read = (png: Buffer) => readLogo(png.toString('base64'));
const withAlpha = (width: number, height: number, rows: Buffer) =>
  makePng({ width, height, colour: 6, data: deflateSync(rows) });

it('a logo is read as it is', () => {
  const rgb = makePng({ colour: 2, data: deflateSync(Buffer.alloc(4)) });
  for (const png of [rgb, withAlpha(2, 2, Buffer.alloc(18))]) expect(read(png)).toEqual(png);
});

it.each([
  ['none', Buffer.alloc(0)],
  ['another file', Buffer.from('%PDF-1.7')],
  ['cut', makePng().subarray(0, 50)],
  ['pixels that are not compressed', makePng({ colour: 6, data: Buffer.from('garbage!') })],
  ['too few pixels', withAlpha(2, 2, Buffer.alloc(10))],
  ['too many pixels for its size', withAlpha(1, 1, Buffer.alloc(50_000_000))],
  ['an unknown filter', withAlpha(1, 1, Buffer.from([9, 0, 0, 0, 0]))],
  ['more pixels than a receipt needs', withAlpha(3000, 3000, Buffer.alloc(3000 * 12_001))],
  ['indexed colours', makePng({ colour: 3 })],
  ['16 bits a value', makePng({ colour: 6, bits: 16, data: deflateSync(Buffer.alloc(5)) })],
  ['interlaced', makePng({ colour: 6, interlace: 1, data: deflateSync(Buffer.alloc(5)) })],
  ['a width beyond memory', withAlpha(2 ** 31 - 1, 1, Buffer.alloc(5))],
])('a damaged or huge logo is left out: %s', (_, png) => {
  expect(read(png)).toBeNull();
});
