import type { ReactNode } from 'react';
import styles from './technical-details.module.css';

interface TechnicalDetailsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** What only those who look for a cause need, closed until it is asked for. */
export function TechnicalDetails({ label, children }: TechnicalDetailsProps) {
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
