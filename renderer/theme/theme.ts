import {
  Autocomplete,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  Menu,
  Modal,
  type OptionsFilter,
  Popover,
  Select,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { foldText } from '../../contract/fold-text.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { darkShades, fontFamily, monospaceFamily, radius, seaShades, type } from './tokens.ts';

/** The red of removal: readable on both grounds. */
const removing: Readonly<Record<string, Partial<ReturnType<VariantColorsResolver>>>> = {
  filled: { background: 'var(--z-red)', hover: 'var(--z-red)', color: 'var(--z-on-accent)' },
  subtle: { color: 'var(--z-red)', hover: 'var(--z-red-pale)' },
  default: {
    color: 'var(--z-red)',
    border: '1px solid var(--z-red)',
    hover: 'var(--z-red-pale)',
  },
};

// Mantine would compute the text's colour from one scheme's accent and keep it in the other.
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.color === 'red') return { ...colors, ...removing[input.variant] };
  const isAccent = input.color === undefined || input.color === 'sea';
  return input.variant === 'filled' && isAccent
    ? { ...colors, color: 'var(--z-on-accent)' }
    : colors;
};

/** What is typed finds an option without its accents too: `ibanez` finds `Ibáñez`. */
const filter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = foldText(search.trim());
  return options
    .filter((option) => 'label' in option && foldText(option.label).includes(wanted))
    .slice(0, limit);
};

const ownList = {
  defaultProps: { withScrollArea: false, filter },
  classNames: { options: 'z-options' },
};

/** Zubi's theme: the differences from Mantine's own. The colours of screens are in `tokens.ts`. */
export const theme = createTheme({
  colors: { sea: seaShades, dark: darkShades },
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
    Button: Button.extend({
      defaultProps: { size: 'sm', component: BusyButton },
      classNames: { root: 'z-button', loader: 'z-button-loader' },
    }),
    // Locking the page's scroll and trapping its bars would write a <style> element; the window
    // itself never scrolls.
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        centered: true,
        radius: 'lg',
        padding: 'lg',
        transitionProps: { duration: 140 },
      },
      classNames: { title: 'z-modal-title', inner: 'z-modal-inner' },
    }),
    // The placeholder is no child a menu may have.
    Menu: Menu.extend({
      defaultProps: {
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 120 },
      },
    }),
    // Popovers stay in their landmark; menus are popovers too.
    Popover: Popover.extend({ defaultProps: { portalProps: { target: '#content' } } }),
    // The list itself scrolls: a scroll area in it would need a Tab stop of its own.
    Select: Select.extend(ownList),
    // On focus its list would cover what is below, such as a dialog's buttons.
    Autocomplete: Autocomplete.extend({
      ...ownList,
      defaultProps: { ...ownList.defaultProps, openOnFocus: false },
    }),
    InputWrapper: Input.Wrapper.extend({
      classNames: { label: 'z-input-label', description: 'z-input-description' },
    }),
    Switch: { classNames: { track: 'z-own-colours' } },
    SegmentedControl: { classNames: { root: 'z-own-colours' } },
    Progress: { classNames: { root: 'z-own-colours' } },
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: false } }),
  },
});
