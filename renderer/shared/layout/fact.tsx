import type { ReactNode } from 'react';

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  /** Lines in one row each, cut at their ends. */
  readonly more?: readonly (string | null)[];
  /** Lines shown whole. */
  readonly whole?: readonly (string | null)[];
  readonly children?: ReactNode;
}

/** A value under its name, with lines about it; in a list of `z-facts`. */
export function Fact({ name, value, more = [], whole = [], children }: FactProps) {
  const lines = more.filter((line) => line !== null).filter((line) => line !== '');
  return (
    <div className="z-fact">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {whole
          .filter((line) => line !== null)
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
        {lines.map((line) => (
          <span key={line} className="z-cut" title={line}>
            {line}
          </span>
        ))}
        {children}
      </dd>
    </div>
  );
}
