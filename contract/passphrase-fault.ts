/**
 * The fault of a new passphrase; null without one. It has at least 8 characters between blanks,
 * five of them different, so that blanks or one repeated key do not count.
 */
export function passphraseFault(passphrase: string): 'tooShort' | 'tooPlain' | null {
  const text = passphrase.trim();
  if (text.length < 8) return 'tooShort';
  return new Set(text).size < 5 ? 'tooPlain' : null;
}
