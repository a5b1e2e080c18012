const minLength = 16;
const dataPrefix = /^data:[^,]{0,100};base64,/;

/** Any character but letters, digits, `+ / - _ =` and white space. */
const noSign = /[^A-Za-z0-9+/=_\t-\r -]/;

/**
 * Decodes Base64 as services write it: strict, with line breaks, URL-safe, without padding or with
 * a `data:` prefix. Null for other text and for content that cannot wrap anything.
 */
export function decodeLoosely(text: string): Uint8Array | null {
  const prefix = dataPrefix.exec(text.slice(0, 120))?.[0].length ?? 0;
  const base64 = text.slice(prefix);
  if (base64.length < minLength || noSign.test(base64)) return null;
  const bytes = Buffer.from(base64, 'base64');
  return isWrapping(bytes) ? bytes : null;
}

/** Whether bytes begin like gzip, XML, JSON, UTF-16 or Base64. */
export function isWrapping(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f) return second === 0x8b;
  if (first === 0xef || first === 0xfe || first === 0xff) return second >= 0xbb;
  if (first === 0 || second === 0) return bytes.length >= minLength;
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1').trimStart();
  return /^[<{["]/.test(head) || (head.length >= minLength && !noSign.test(head));
}
