/** The fault of a new passphrase, by the contract's rule; null without one. */
export function passphraseFault(passphrase: string): 'tooShort' | 'tooPlain' | null {
  const text = passphrase.trim();
  if (text.length < 8) return 'tooShort';
  return new Set(text).size < 5 ? 'tooPlain' : null;
}
