/**
 * Decodes Base64 strictly (padding, alphabet, no blanks, no stray bits), or returns null. It
 * encodes the result again and compares: the platform's decoders accept garbage, and a regular
 * expression over megabytes overflows the stack.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
