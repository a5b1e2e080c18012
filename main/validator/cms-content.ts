/** A BER value of ASN.1 (X.690): its tag and the range of its content. */
interface Value {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
  /** Offset of the next value. */
  readonly end: number;
}

const signedData = '2a864886f70d010702';
const data = '2a864886f70d010701';
const octets = 0x04;
const octetsInParts = 0x24;
const objectIdentifier = 0x06;
const constructed = 0x20;
const maxDepth = 12;

/**
 * The content of a CMS signature (RFC 5652, `.p7m`); null when there is none. The signature is not
 * verified: the ledger takes the document alone.
 */
export function readCmsContent(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const outer = readValue(buffer, 0, buffer.length);
    const [type] = children(buffer, outer);
    if (type === undefined || hex(buffer, type) !== signedData) return null;
    return findData(buffer, outer, 0);
  } catch {
    return null;
  }
}

/** The octets after the first identifier `data`. */
function findData(buffer: Buffer, within: Value, depth: number): Uint8Array | null {
  if (depth > maxDepth) return null;
  const all = children(buffer, within);
  for (const [index, value] of all.entries()) {
    if (value.tag === objectIdentifier && hex(buffer, value) === data) {
      const content = all[index + 1];
      const [inside] = content === undefined ? [] : children(buffer, content);
      return inside === undefined ? null : joinOctets(buffer, inside, 0);
    }
    if ((value.tag & constructed) === 0) continue;
    const found = findData(buffer, value, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function joinOctets(buffer: Buffer, value: Value, depth: number): Uint8Array | null {
  if (value.tag === octets) return buffer.subarray(value.from, value.to);
  if (value.tag !== octetsInParts || depth > maxDepth) return null;
  const parts = children(buffer, value).map((part) => joinOctets(buffer, part, depth + 1));
  return parts.some((part) => part === null)
    ? null
    : Buffer.concat(parts.filter((part) => part !== null));
}

const hex = (buffer: Buffer, { from, to }: Value): string =>
  buffer.subarray(from, Math.min(to, from + 32)).toString('hex');

function children(buffer: Buffer, { from, to }: Value): Value[] {
  const found: Value[] = [];
  for (let at = from; at < to; ) {
    const value = readValue(buffer, at, to);
    // A value of unknown length ends with two zero bytes.
    if (value.tag === 0 && value.from === value.to) break;
    found.push(value);
    at = value.end;
  }
  return found;
}

/** Throws a `RangeError` for an offset outside the bytes. */
function readValue(buffer: Buffer, at: number, limit: number): Value {
  const tag = buffer.readUInt8(at);
  const first = buffer.readUInt8(at + 1);
  if (first === 0x80) return readUnbounded(buffer, { tag, at, limit });
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 6) throw new RangeError('length');
  const length = lengthBytes === 0 ? first : buffer.readUIntBE(at + 2, lengthBytes);
  const from = at + 2 + lengthBytes;
  if (from + length > limit) throw new RangeError('end');
  return { tag, from, to: from + length, end: from + length };
}

/** A value that two zero bytes end. */
function readUnbounded(
  buffer: Buffer,
  { tag, at, limit }: { readonly tag: number; readonly at: number; readonly limit: number },
): Value {
  const from = at + 2;
  for (let next = from; ; ) {
    const value = readValue(buffer, next, limit);
    if (value.tag === 0 && value.from === value.to) return { tag, from, to: next, end: value.end };
    next = value.end;
  }
}
