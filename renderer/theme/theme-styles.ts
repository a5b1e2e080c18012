import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';
import { dark, light, type Palette, radius, type } from './tokens.ts';

function toVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(
    Object.entries(palette).map(([name, value]) => [
      `--z-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );
}

/** Mantine's own variables that follow the palette; the same names in both schemes. */
const mantineFromPalette: Record<string, string> = {
  '--mantine-color-text': 'var(--z-ink)',
  '--mantine-color-bright': 'var(--z-ink)',
  '--mantine-color-body': 'var(--z-panel)',
  '--mantine-color-error': 'var(--z-red)',
  '--mantine-color-success': 'var(--z-green)',
  '--mantine-color-placeholder': 'var(--z-third)',
  '--mantine-color-anchor': 'var(--z-accent)',
  '--mantine-color-default': 'var(--z-panel)',
  '--mantine-color-default-hover': 'var(--z-sunken)',
  '--mantine-color-default-color': 'var(--z-ink)',
  '--mantine-color-default-border': 'var(--z-line)',
  '--mantine-color-dimmed': 'var(--z-second)',
  '--mantine-color-disabled': 'var(--z-sunken)',
  '--mantine-color-disabled-color': 'var(--z-third)',
  '--mantine-color-disabled-border': 'var(--z-line)',
  '--mantine-primary-color-contrast': 'var(--z-on-accent)',
  '--mantine-color-sea-filled': 'var(--z-accent)',
  '--mantine-color-sea-filled-hover': 'var(--z-accent-hover)',
  '--mantine-color-sea-light': 'var(--z-chosen)',
  '--mantine-color-sea-light-hover': 'var(--z-chosen)',
  '--mantine-color-sea-light-color': 'var(--z-on-chosen)',
};

const resolver: CSSVariablesResolver = () => ({
  variables: {
    '--z-size-small': type.small,
    '--z-size-body': type.body,
    '--z-size-title': type.title,
    '--z-size-large': type.large,
    '--z-radius-pill': radius.pill,
    '--z-radius-control': radius.control,
    '--z-radius-panel': radius.panel,
  },
  light: { ...toVariables(light), ...mantineFromPalette },
  dark: { ...toVariables(dark), ...mantineFromPalette },
});

/** The whole theme as CSS text, made once by the build (see `vite.config.ts`). */
export function themeStyles(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const base = defaultCssVariablesResolver(merged);
  const own = resolver(merged);
  return convertCssVariables({
    variables: { ...base.variables, ...own.variables },
    light: { ...base.light, ...own.light },
    dark: { ...base.dark, ...own.dark },
  });
}
