import type { ReactNode } from 'react';

export type Tone = 'green' | 'amber' | 'red' | 'violet' | 'grey' | 'accent';
export type Sign = '✓' | '▲' | '✕' | '●' | '○' | '—' | '?';

interface PillProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** A dot before the word, instead of a sign. */
  readonly dot?: boolean;
  /** The sign before the word, by default the tone's; null where the word is not a state. */
  readonly sign?: Sign | null;
  readonly title?: string | undefined;
  readonly testId?: string | undefined;
}

/** The sign of each tone: the same meaning without colour. */
export const toneSigns: Readonly<Record<Tone, Sign>> = {
  green: '✓',
  amber: '▲',
  red: '✕',
  violet: '?',
  grey: '○',
  accent: '●',
};

/** A state as a word on its pale ground; never colour alone. */
export function Pill(props: PillProps) {
  const { tone, children, dot = false, sign = toneSigns[tone], title, testId } = props;
  return (
    <span
      className={`z-pill z-pill-${tone}`}
      data-sign={dot ? undefined : (sign ?? undefined)}
      title={title}
      data-testid={testId}
    >
      {dot ? <span className="z-pill-dot" aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
