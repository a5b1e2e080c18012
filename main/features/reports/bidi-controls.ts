/**
 * Signs that steer what shows a text, beyond the control characters of ASCII that JSON and XML keep
 * out by themselves: a terminal takes the C1 ones for commands, and those for the direction of
 * writing, which are not seen, turn around what stands beside them. Names of files and what stands
 * in them come from others.
 */
export const bidiControls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as JSON with a line end, without any of these signs: they are escaped, so that who parses
 * it finds them as they were.
 */
export function toJsonText(value: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, null, 2).replaceAll(bidiControls, escaped)}\n`;
}
