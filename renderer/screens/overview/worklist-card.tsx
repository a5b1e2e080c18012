import { placeHash } from '../../router.ts';
import type { SendSummary } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './waiting.module.css';

/** The number of unsent files on the worklist. */
export function countUnsent({ fileIds, left, judging }: SendSummary): number {
  return fileIds.length + left + judging;
}

/** Unsent files on the worklist, of any day; links there. */
export function WorklistCard({ summary }: { readonly summary: SendSummary }) {
  const { t } = useTexts();
  const unsent = countUnsent(summary);
  if (unsent === 0) return null;
  const sendable = summary.fileIds.length;
  const ready = sendable - summary.undelivered;
  const parts = [
    ready > 0 ? t('overview.worklistReady', { count: ready }) : null,
    summary.undelivered > 0
      ? t('overview.worklistUndelivered', { count: summary.undelivered })
      : null,
    summary.left > 0 ? t('overview.worklistLeft', { count: summary.left }) : null,
  ].filter((part) => part !== null);
  return (
    <li className={styles.group} data-testid="waiting-worklist">
      <a className={`z-card ${styles.card}`} href={placeHash('submit')}>
        <Pill tone={sendable > 0 ? 'accent' : 'grey'} sign={null}>
          {t('submit.title')}
        </Pill>
        <strong>{t('overview.worklist', { count: unsent })}</strong>
        {parts.length === 0 ? null : <span className="z-second z-small">{parts.join(' · ')}</span>}
      </a>
    </li>
  );
}
