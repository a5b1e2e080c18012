import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { theme } from '../../../renderer/theme/theme.ts';
import { themeStyles } from '../../../renderer/theme/theme-styles.ts';
import { dark, light, type Palette } from '../../../renderer/theme/tokens.ts';

const folder = new URL('../../../renderer', import.meta.url).pathname;
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|tsx|css)$/.test(name),
);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const withoutComments = (name: string) => read(name).replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const inks: readonly (keyof Palette)[] = ['ink', 'second', 'third'];
const grounds: readonly (keyof Palette)[] = ['panel', 'ground', 'sunken', 'chosen', 'dropGround'];
const pairs: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ['accent', 'panel'],
  ['accent', 'ground'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['onChosen', 'chosen'],
  ['green', 'greenPale'],
  ['amber', 'amberPale'],
  ['red', 'redPale'],
  ['violet', 'violetPale'],
  ['grey', 'greyPale'],
  ['ink', 'amberPale'],
  ['ink', 'redPale'],
  ['ink', 'violetPale'],
  ['ink', 'greenPale'],
  ['third', 'redPale'],
];

describe('the palettes', () => {
  it.each(pairs)('%s on %s is readable in both schemes', (ink, ground) => {
    expect(contrast(light[ink], light[ground])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark[ink], dark[ground])).toBeGreaterThanOrEqual(4.5);
  });
});

it.each(['filled', 'subtle', 'default'])('a %s button that removes is red', (variant) => {
  const colors = theme.variantColorResolver?.({ color: 'red', variant, theme: DEFAULT_THEME });
  expect(variant === 'filled' ? colors?.background : colors?.color).toBe('var(--z-red)');
});

describe('the style rules of the window', () => {
  it('allow colours in the theme’s tokens only', () => {
    const named = sources.filter(
      (name) =>
        name !== join('theme', 'tokens.ts') &&
        /#[0-9a-f]{3,8}\b(?!;)|\brgba?\(|\bhsla?\(/i.test(
          read(name).replaceAll(/'#\/?[a-z]*'|"#[a-z]*"/g, ''),
        ),
    );
    expect(named).toEqual([]);
  });

  it('allow types and plain lists from the contract, not schemas, whose code the policy forbids', () => {
    const plain = [
      'answer',
      'backoff',
      'choices',
      'company-texts',
      'days',
      'document-names',
      'errors',
      'existing-row',
      'fold-text',
      'formats',
      'input-fault',
      'ledger-books',
      'money',
      'passphrase-fault',
      'person-name',
      'shown-state',
      'quarter-standings',
      'tax-id',
      'territory',
    ];
    const anyPlain = `(?:${plain.join('|')})\\.ts`;
    const others = new RegExp(`^import (?!type )[^;]*?contract/(?!${anyPlain})[^;]*;`, 'gms');
    const importing = sources.filter((name) => read(name).search(others) !== -1);
    expect(importing).toEqual([]);
    for (const list of plain) {
      const text = readFileSync(join(folder, '..', 'contract', `${list}.ts`), 'utf8');
      expect(text, list).not.toMatch(
        new RegExp(`^(?:import|export) (?!type )[^;]*from '(?!\\./${anyPlain}')`, 'm'),
      );
    }
  });

  it('forbid style elements and inline handlers', () => {
    expect(
      sources.filter((name) => /<style|dangerouslySetInnerHTML/.test(withoutComments(name))),
    ).toEqual([]);
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|onload=|<script>(?!<)/);
  });

  it('require a text size of 12 px or more', () => {
    const sizes = sources.flatMap((name) =>
      [...read(name).matchAll(/font-size: ([\d.]+)rem/g)].map(([, size]) => Number(size) * 16),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  });
});

describe('the theme as a stylesheet', () => {
  it('contains our tokens and Mantine’s variables for both schemes', () => {
    const css = themeStyles();
    expect(css).toContain(`--z-accent: ${light.accent}`);
    expect(css).toContain(`--z-accent: ${dark.accent}`);
    expect(css).toContain('--mantine-spacing-md');
    const darkPart = css.slice(css.indexOf('[data-mantine-color-scheme="dark"]'));
    expect(darkPart.slice(0, darkPart.indexOf('}'))).toContain(
      '--mantine-color-body: var(--z-panel)',
    );
  });
});
