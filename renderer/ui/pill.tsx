import type { ReactNode } from 'react';

export type Tone = 'green' | 'amber' | 'red' | 'violet' | 'grey' | 'accent';
export type Sign = '✓' | '▲' | '✕' | '●' | '○' | '—' | '?';

interface PillProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** A dot before the word. */
  readonly dot?: boolean;
  /** A sign before the word, with the same meaning without colour. */
  readonly sign?: Sign | undefined;
  readonly title?: string | undefined;
  readonly testId?: string | undefined;
}

/** A state as a word on its pale ground; never colour alone. */
export function Pill({ tone, children, dot = false, sign, title, testId }: PillProps) {
  return (
    <span className={`z-pill z-pill-${tone}`} data-sign={sign} title={title} data-testid={testId}>
      {dot ? <span className="z-pill-dot" aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
