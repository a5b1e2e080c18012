import type { ReactNode } from 'react';
import styles from './technical-details.module.css';

interface TechnicalDetailsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Details for finding a cause, closed by default. */
export function TechnicalDetails({ label, children }: TechnicalDetailsProps) {
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
