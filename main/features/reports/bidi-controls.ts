/**
 * Characters that change how a text is shown, besides ASCII's control characters, which JSON and
 * XML exclude. A terminal takes C1 characters for commands; direction marks are invisible and
 * reverse the text beside them. File names and contents come from strangers.
 */
export const bidiControls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as JSON with a line end; these characters are escaped, so that a parser finds them
 * unchanged.
 */
export function toJsonText(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, 2).replaceAll(bidiControls, escaped)}\n`;
}
