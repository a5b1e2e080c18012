import { describe, expect, it } from 'vitest';
import { printable } from '../../../main/hosts/cli/output.ts';

describe('text for a terminal', () => {
  it.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\nb\rc', 'a\\u{a}b\\u{d}c'],
    ['fdp.\u202elmx', 'fdp.\\u{202e}lmx'],
    ['\u2067a\u2069', '\\u{2067}a\\u{2069}'],
    ['a\u2028b\u0000', 'a\\u{2028}b\\u{0}'],
  ])('makes control characters visible: %j', (given, shown) => {
    expect(printable(given)).toBe(shown);
  });

  it('leaves everything else unchanged', () => {
    const text = '✗ Iñaki «Ordóñez» · 1.204,50 €\t日本 \u{1F600}';
    expect(printable(text)).toBe(text);
  });
});
