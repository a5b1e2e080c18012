/** What is wrong with a new passphrase, as the contract sees it; null where nothing is. */
export function passphraseFault(passphrase: string): 'tooShort' | 'tooPlain' | null {
  const text = passphrase.trim();
  if (text.length < 8) return 'tooShort';
  return new Set(text).size < 5 ? 'tooPlain' : null;
}
