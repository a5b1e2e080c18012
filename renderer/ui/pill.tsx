import type { ReactNode } from 'react';

export type Tone = 'green' | 'amber' | 'red' | 'violet' | 'grey' | 'accent';

interface PillProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** A dot before the word. */
  readonly dot?: boolean;
  readonly title?: string | undefined;
  readonly testId?: string | undefined;
}

/** A state as a word on its pale ground; never colour alone. */
export function Pill({ tone, children, dot = false, title, testId }: PillProps) {
  return (
    <span className={`z-pill z-pill-${tone}`} title={title} data-testid={testId}>
      {dot ? <span className="z-pill-dot" aria-hidden="true" /> : null}
      {children}
    </span>
  );
}
