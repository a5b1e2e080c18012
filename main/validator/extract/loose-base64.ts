const minLength = 16;
const dataPrefix = /^data:[^,]{0,100};base64,/;

/**
 * Decodes Base64 as services write it: strict, with line breaks, URL-safe, without padding or with
 * a `data:` prefix. Null for other text and for content that cannot wrap anything. It reads one
 * character at a time: a pattern over megabytes overflows the stack.
 */
export function decodeLoosely(text: string): Uint8Array | null {
  const prefix = dataPrefix.exec(text.slice(0, 120))?.[0].length ?? 0;
  const base64 = text.slice(prefix);
  if (base64.length < minLength) return null;
  for (let at = 0; at < base64.length; at += 1) {
    if (!isSign(base64.charCodeAt(at))) return null;
  }
  const bytes = Buffer.from(base64, 'base64');
  return isWrapping(bytes) ? bytes : null;
}

/** Letters, digits, `+ / - _ =` and white space. */
function isSign(code: number): boolean {
  return isLetter(code) || code === 0x3d || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isLetter(code: number): boolean {
  if (code >= 0x61) return code <= 0x7a;
  if (code >= 0x41) return code <= 0x5a || code === 0x5f;
  return (code >= 0x2f && code <= 0x39) || code === 0x2b || code === 0x2d;
}

/** Whether bytes begin like gzip, XML, JSON, UTF-16 or Base64. */
function isWrapping(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f) return second === 0x8b;
  if (first === 0xef || first === 0xfe || first === 0xff) return second >= 0xbb;
  if (first === 0 || second === 0) return bytes.length >= minLength;
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1').trimStart();
  if (/^[<{["]/.test(head)) return true;
  return head.length >= minLength && [...head].every((sign) => isSign(sign.charCodeAt(0)));
}
