import { type ReactNode, useState } from 'react';
import type { NoticeTone } from './notice.tsx';

/** A notice that shares its place with others. */
export interface StackedNotice {
  readonly name: string;
  readonly tone: NoticeTone;
  /** Its line while another one is shown. */
  readonly title: string;
  readonly body: ReactNode;
}

interface NoticeStackProps {
  /** The most important first: it is shown until another is chosen. */
  readonly notices: readonly StackedNotice[];
  /** Names the list of the others. */
  readonly label: string;
}

/**
 * Several notices in one place: one is shown whole, each other one as a line that brings it to the
 * front.
 */
export function NoticeStack({ notices, label }: NoticeStackProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = notices.find(({ name }) => name === chosen) ?? notices[0];
  if (shown === undefined) return null;
  const others = notices.filter((notice) => notice !== shown);
  return (
    <div className="z-notice-stack">
      {shown.body}
      {others.length === 0 ? null : (
        <ul className="z-plain-list z-notice-others" aria-label={label}>
          {others.map(({ name, tone, title }) => (
            <li key={name}>
              <button
                type="button"
                className="z-notice-other"
                onClick={() => setChosen(name)}
                data-testid={`notice-${name}`}
              >
                <span className={`z-dot z-dot-${tone}`} aria-hidden />
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
