import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** The explanation in an empty list. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className="z-empty" data-testid="empty">
      <h2 className="z-empty-title">{title}</h2>
      <p>{text}</p>
      {action === undefined || action === null ? null : (
        <div className="z-notice-actions">{action}</div>
      )}
    </div>
  );
}
