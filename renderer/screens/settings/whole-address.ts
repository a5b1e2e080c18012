/** Whether a text is an address with its scheme; which schemes are taken is the core's to say. */
export function isWholeAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:/i.test(text);
}
