import { ambiguous, damaged, type PixelSize, requirePixels } from './faults.ts';

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Frame headers: SOF0 to SOF15 without DHT, JPG and DAC, which are in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Walks a JPEG's segments from SOI to an EOI at the end of the file. Nothing is decoded. */
export function inspectJpeg(bytes: Buffer): PixelSize {
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) throw damaged('header');
  let size: PixelSize | null = null;
  let hasScan = false;
  for (let at = 2; ; ) {
    const marker = readMarker(bytes, at);
    if (marker.code === endOfImage) {
      if (size === null || !hasScan) throw damaged('structure');
      if (marker.end < bytes.length) throw ambiguous('data');
      return size;
    }
    const segment = readSegment(bytes, marker);
    if (isFrame(marker.code)) size = requirePixels(readFrame(segment.data));
    at = segment.end;
    if (marker.code !== startOfScan) continue;
    if (size === null) throw damaged('structure');
    hasScan = true;
    at = endOfScan(bytes, at);
  }
}

interface Marker {
  readonly code: number;
  readonly end: number;
}

function readMarker(bytes: Buffer, at: number): Marker {
  if (bytes[at] !== 0xff) throw damaged(at < bytes.length ? 'structure' : 'truncated');
  let end = at + 1;
  // Any number of fill bytes may stand before a marker.
  while (bytes[end] === 0xff) end += 1;
  const code = bytes[end];
  if (code === undefined) throw damaged('truncated');
  return { code, end: end + 1 };
}

function readSegment(bytes: Buffer, { code, end }: Marker): { data: Buffer; end: number } {
  if (code <= 0x01 || code === startOfImage || isRestart(code)) throw damaged('structure');
  if (end + 2 > bytes.length) throw damaged('truncated');
  const length = bytes.readUInt16BE(end);
  if (length < 2) throw damaged('structure');
  if (end + length > bytes.length) throw damaged('truncated');
  return { data: bytes.subarray(end + 2, end + length), end: end + length };
}

function readFrame(data: Buffer): PixelSize {
  if (data.length < 6) throw damaged('structure');
  const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
  if (width === 0 || height === 0) throw damaged('structure');
  return { width, height };
}

/** Position of the marker after compressed data. In that data, 00 or a restart follows each FF. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0x00 && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  throw damaged('truncated');
}
