/** The UTF-8 text between two offsets. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  const length = Math.max(0, to - from);
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('utf8');
}

/** Whether a byte is white space of XML. */
export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where the white space before an offset begins. */
export function blankBefore(bytes: Uint8Array, offset: number): number {
  let from = offset;
  while (isBlank(bytes[from - 1])) from -= 1;
  return from;
}

/** The offset, or the start of the character that it would cut. */
export function startOfCharacter(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

/** Offset after the name that begins at an offset. */
export function endOfName(bytes: Uint8Array, from: number): number {
  let end = from;
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    if (byte <= 0x20 || byte === 0x3e || byte === 0x2f || byte === 0x3d) break;
  }
  return end;
}
