import type { ReactNode } from 'react';

export type NoticeTone = 'amber' | 'red' | 'violet' | 'grey' | 'green' | 'accent';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text?: ReactNode;
  /** What to do about it, at the right. */
  readonly actions?: ReactNode;
  readonly testId?: string;
  /** Whether a screen reader is told at once. */
  readonly urgent?: boolean;
  /** Whether the keyboard may be led to it. */
  readonly isReached?: boolean;
}

/** A box that says what happened, what it means, and offers what can be done. */
export function Notice({
  tone,
  title,
  text,
  actions,
  testId,
  urgent = false,
  isReached = false,
}: NoticeProps) {
  return (
    <div
      className={`z-notice z-notice-${tone}`}
      role={urgent ? 'alert' : undefined}
      data-testid={testId}
      tabIndex={isReached ? -1 : undefined}
    >
      <div className="z-notice-words">
        <strong>{title}</strong>
        {text === undefined || text === null || text === '' ? null : <div>{text}</div>}
      </div>
      {actions === undefined ? null : <div className="z-notice-actions">{actions}</div>}
    </div>
  );
}
