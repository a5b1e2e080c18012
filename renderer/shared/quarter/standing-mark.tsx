import type { QuarterStanding } from '../../../contract/quarter.ts';
import { useTexts } from '../../texts.ts';
import { looks, partOf } from './quarter-words.ts';
import styles from './standing-mark.module.css';

interface StandingMarkProps {
  readonly standing: QuarterStanding;
  readonly children: string;
}

/** A book's state: a sign and a word on a pale background. */
export function StandingMark({ standing, children }: StandingMarkProps) {
  const { tone, sign } = looks[standing];
  return (
    <span className={styles.mark} data-tone={tone} data-standing={standing}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className="z-cut">{children}</span>
    </span>
  );
}

/** The quarters up to this one as small bars. */
export function QuarterBars({ bars }: { readonly bars: readonly (QuarterStanding | null)[] }) {
  const { t } = useTexts();
  const words = bars.map((standing) =>
    standing === null ? t('matrix.bar.none') : t(`matrix.bar.${partOf[standing]}`),
  );
  return (
    <span
      className={styles.bars}
      role="img"
      aria-label={words.join(', ')}
      title={words.join(' · ')}
    >
      {bars.map((standing, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={index}
          className={`${styles.part} ${styles.bar}`}
          data-part={standing === null ? 'none' : partOf[standing]}
        />
      ))}
    </span>
  );
}

/** Beside an amount: how many records it leaves out. */
export function UnreadSign({ count }: { readonly count: number }) {
  const { t, formats } = useTexts();
  const words = t('matrix.unread', { count });
  return (
    <span
      className={styles.unread}
      role="img"
      aria-label={words}
      title={words}
      data-testid="unread"
    >
      ▲{formats.count(count)}
    </span>
  );
}
