/**
 * Decodes Base64 strictly (padding, alphabet, no blanks, no stray bits), or gives null. The round
 * trip is the rule because the platform's own decoders let garbage pass, and a regular expression
 * over megabytes overflows the stack.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
