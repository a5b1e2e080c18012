import {
  Button,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Modal,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { fontFamily, monospaceFamily, radius, type } from './tokens.ts';

/** The sea from pale to deep: 6 is the light theme's accent, 3 the dark one's. */
const sea: MantineColorsTuple = [
  '#e3f1f3',
  '#c9e3e7',
  '#92cdd7',
  '#4fb3c3',
  '#349bab',
  '#1f7f8e',
  '#0f6674',
  '#0b5460',
  '#0a454f',
  '#083740',
];

// Mantine would work the text's colour out from one scheme's accent and keep it in the other.
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.color === undefined || input.color === 'sea';
  return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--z-on-accent)' } : colors;
};

/** Zubi's theme: what differs from Mantine's own. The colours that screens use are in `tokens.ts`. */
export const theme = createTheme({
  colors: { sea },
  primaryColor: 'sea',
  primaryShade: { light: 6, dark: 3 },
  variantColorResolver: variantColors,
  fontFamily,
  fontFamilyMonospace: monospaceFamily,
  fontSizes: { xs: type.small, sm: type.body, md: type.body, lg: type.title, xl: type.large },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.35' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: radius.control, lg: radius.panel, xl: radius.pill },
  defaultRadius: 'md',
  headings: { fontFamily, fontWeight: '620' },
  fontWeights: { regular: '400', medium: '560', semibold: '600', bold: '620' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    // Locking the page's scroll and trapping its bars would write a <style> element; the window itself never scrolls.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 140 } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false } }),
  },
});
