import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** At the title's right: a state. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}

/** A panel of the settings under its title. */
export function Section({ title, text, mark, children, testId }: SectionProps) {
  const id = useId();
  return (
    <section className="z-panel z-section" aria-labelledby={id} data-testid={testId}>
      <div className="z-section-head">
        <h2 className="z-panel-title" id={id}>
          {title}
        </h2>
        {mark}
      </div>
      {text === undefined ? null : <p className="z-second z-small">{text}</p>}
      {children}
    </section>
  );
}
