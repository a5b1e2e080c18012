import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip made by hand, so that it can lie. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Upper half of the external attributes: kind and permissions of a Unix file (0o100644). */
  readonly mode?: number;
  readonly flags?: number;
  /** What the headers say instead of the truth. */
  readonly toldSize?: number;
  readonly toldCrc?: number;
}

const packedNothing = deflateRawSync('');

/**
 * Makes a zip: every entry deflated, a central directory, its end. `toldEntries` is what the end
 * says instead of the truth.
 */
export function makeZip(entries: readonly ZipEntry[], toldEntries = entries.length): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = content.length === 0 ? packedNothing : deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const numbers = {
      flags: (entry.flags ?? 0) | 0x800,
      crc: entry.toldCrc ?? crc32(content),
      packed: packed.length,
      size: entry.toldSize ?? content.length,
    };
    const local = header(30, 0x04034b50, 4, numbers, name.length);
    directory.push(centralHeader(entry, numbers, name.length, offset), name);
    parts.push(local, name, packed);
    offset += local.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(toldEntries & 0xffff, 8);
  end.writeUInt16LE(toldEntries & 0xffff, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, central, end]));
}

interface Numbers {
  readonly flags: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** The fields that both headers have, from `at` on. */
function header(
  length: number,
  signature: number,
  at: number,
  numbers: Numbers,
  nameLength: number,
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(20, at);
  bytes.writeUInt16LE(numbers.flags, at + 2);
  bytes.writeUInt16LE(8, at + 4);
  bytes.writeUInt32LE(numbers.crc, at + 10);
  bytes.writeUInt32LE(numbers.packed, at + 14);
  bytes.writeUInt32LE(numbers.size, at + 18);
  bytes.writeUInt16LE(nameLength, at + 22);
  return bytes;
}

function centralHeader(
  entry: ZipEntry,
  numbers: Numbers,
  nameLength: number,
  offset: number,
): Buffer {
  const bytes = header(46, 0x02014b50, 6, numbers, nameLength);
  bytes.writeUInt16LE(0x0314, 4);
  bytes.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
  bytes.writeUInt32LE(offset, 42);
  return bytes;
}
