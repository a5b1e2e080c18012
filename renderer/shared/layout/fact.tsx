import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  readonly value: string;
  /** The place that the value leads to. */
  readonly href?: string;
  /** About the value, below it. */
  readonly line?: string;
  /** A link at the end of that line. */
  readonly children?: ReactNode;
}

/** A value under its name with one line about it; each is one row, cut at its end. */
export function Fact({ name, value, href, line = '', children }: FactProps) {
  return (
    <div className="z-fact">
      <dt>{name}</dt>
      <dd>
        <strong className="z-cut" title={value}>
          {href === undefined ? (
            value
          ) : (
            <a className="z-quiet-link" href={href}>
              {value}
            </a>
          )}
        </strong>
        {line === '' && children === undefined ? null : (
          <span className="z-cut" title={line}>
            {line}
            {children === undefined ? null : <> · {children}</>}
          </span>
        )}
      </dd>
    </div>
  );
}
