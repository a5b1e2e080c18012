/**
 * Every colour of the window, by its use; nothing else in `renderer/` names a colour. Each text
 * colour keeps 4.5:1 against its grounds (WCAG 2.2 AA); `test/unit/renderer/tokens.test.ts`
 * measures it.
 */
export interface Palette {
  readonly ink: string;
  /** Secondary text. */
  readonly second: string;
  /** Captions and codes: the faintest readable one. */
  readonly third: string;
  /** Behind everything. */
  readonly ground: string;
  readonly panel: string;
  /** Ground of print previews, in both schemes. */
  readonly paper: string;
  /** A surface a shade away from its panel: hovered rows, grey pills, a chosen tab. */
  readonly sunken: string;
  readonly line: string;
  readonly lineStrong: string;
  /** The sea. */
  readonly accent: string;
  readonly accentHover: string;
  /** Text on the accent. */
  readonly onAccent: string;
  /** Ground of the chosen element, and the ink on it. */
  readonly chosen: string;
  readonly onChosen: string;
  readonly dropGround: string;
  readonly dropLine: string;
  readonly green: string;
  readonly greenPale: string;
  readonly amber: string;
  readonly amberPale: string;
  readonly amberLine: string;
  readonly red: string;
  readonly redPale: string;
  readonly violet: string;
  readonly violetPale: string;
  readonly grey: string;
  readonly greyPale: string;
  readonly shadow: string;
  readonly veil: string;
}

export const light: Palette = {
  ink: '#15202b',
  second: '#55636f',
  third: '#5d6a76',
  ground: '#f6f7f8',
  panel: '#ffffff',
  paper: '#ffffff',
  sunken: '#f0f2f3',
  line: '#e4e7ea',
  lineStrong: '#cfd5da',
  accent: '#0f6674',
  accentHover: '#0b5460',
  onAccent: '#ffffff',
  chosen: '#e3f1f3',
  onChosen: '#0c4f5a',
  dropGround: '#eef6f7',
  dropLine: '#7fb4bc',
  green: '#1c7046',
  greenPale: '#e4f4eb',
  amber: '#875500',
  amberPale: '#fdf0d6',
  amberLine: '#e2c48d',
  red: '#b3372f',
  redPale: '#fde8e6',
  violet: '#5b4bb0',
  violetPale: '#ece9fa',
  grey: '#55636f',
  greyPale: '#e6eaed',
  shadow: 'rgb(21 32 43 / 5%)',
  veil: 'rgb(246 247 248 / 95%)',
};

export const dark: Palette = {
  ink: '#e6ecf0',
  second: '#a2b0bb',
  third: '#93a1ad',
  ground: '#0f1418',
  panel: '#161d23',
  paper: '#ffffff',
  sunken: '#1f2930',
  line: '#26313a',
  lineStrong: '#3a4853',
  accent: '#4fb3c3',
  accentHover: '#6cc3d1',
  onAccent: '#08191d',
  chosen: '#12343b',
  onChosen: '#8fd6e2',
  dropGround: '#122329',
  dropLine: '#2f6f7a',
  green: '#5cc48f',
  greenPale: '#10291c',
  amber: '#e0a94a',
  amberPale: '#32240a',
  amberLine: '#5d4618',
  red: '#f0847b',
  redPale: '#3a1715',
  violet: '#a89af0',
  violetPale: '#221d42',
  grey: '#a2b0bb',
  greyPale: '#28343d',
  shadow: 'rgb(0 0 0 / 25%)',
  veil: 'rgb(15 20 24 / 95%)',
};

/**
 * The accent from pale to deep, for Mantine's components: 6 is the light scheme's, 3 the dark
 * one's.
 */
export const seaShades = [
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
] as const;

/**
 * Mantine's dark surfaces and inks, in the dark palette's own colours: ink, second, lines,
 * surfaces, ground.
 */
export const darkShades = [
  dark.ink,
  '#c9d3da',
  dark.second,
  dark.third,
  dark.lineStrong,
  dark.sunken,
  dark.panel,
  dark.panel,
  dark.ground,
  '#0b0f12',
] as const;

/** Font sizes in rem (16 px), by use. */
export const type = {
  small: '0.78125rem',
  body: '0.875rem',
  title: '1.0625rem',
  large: '1.375rem',
} as const;

/** Corner radii, in rem. */
export const radius = { pill: '1rem', control: '0.5rem', panel: '0.75rem' } as const;

export const fontFamily = "'Inter Variable', system-ui, sans-serif";
export const monospaceFamily = "'JetBrains Mono Variable', ui-monospace, monospace";
