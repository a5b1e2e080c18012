import type { ReactNode, Ref } from 'react';

export type NoticeTone = 'amber' | 'red' | 'violet' | 'grey' | 'green' | 'accent';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text?: ReactNode;
  /** Its action, at the right. */
  readonly actions?: ReactNode;
  readonly testId?: string;
  /** Whether a screen reader announces it at once. */
  readonly urgent?: boolean;
  /** Whether it can take the keyboard focus. */
  readonly isReached?: boolean;
  /** In one low line, if there is space: the content below is more important. */
  readonly isSlim?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A box with an event, its meaning, and its actions. */
export function Notice({
  tone,
  title,
  text,
  actions,
  testId,
  urgent = false,
  isReached = false,
  isSlim = false,
  ref,
}: NoticeProps) {
  return (
    <div
      ref={ref}
      className={`z-notice z-notice-${tone}${isSlim ? ' z-notice-slim' : ''}`}
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
