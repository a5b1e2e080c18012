/** Whether a text is an address with its scheme; the core decides which schemes are allowed. */
export function isWholeAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:/i.test(text);
}
