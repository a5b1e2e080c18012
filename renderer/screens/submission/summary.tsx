import { untoldRecords } from '../../../contract/answer.ts';
import type { Submission } from '../../../contract/submission.ts';
import { batchHash, placeHash } from '../../router.ts';
import { useConnectionMark } from '../../shared/history/use-connection-mark.ts';
import { Fact } from '../../shared/layout/fact.tsx';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { formText, useTexts } from '../../texts.ts';
import styles from './summary.module.css';

/** A submission in one row of facts: company, book, records, amount. */
export function Summary({ submission }: { readonly submission: Submission }) {
  const { t, formats } = useTexts();
  const { company, batchId, recordCounts, totals, taxpayer } = submission;
  const mark = useConnectionMark()(submission);
  const numbers = { ...recordCounts, untold: untoldRecords(submission) };
  const counts = (['correct', 'acceptedWithErrors', 'incorrect', 'untold'] as const)
    .filter((name) => numbers[name] > 0)
    .map((name) =>
      t(`submission.counts.${name}`, {
        count: numbers[name],
      }),
    );
  return (
    <dl className={`z-panel ${styles.summary}`} data-testid="summary">
      <Fact
        name={t('submission.company')}
        value={company.fullName}
        href={placeHash('companies', company.id)}
        line={mark === null ? taxpayer.taxId : `${taxpayer.taxId} · ${mark}`}
      >
        {batchId === null ? undefined : (
          <a href={batchHash(batchId)} data-testid="batch-link">
            {t('batch.open')}
          </a>
        )}
      </Fact>
      <Fact
        name={t('submission.book')}
        value={formText(t, submission.form)}
        line={`${t('form.year', { year: submission.fiscalYear })} · ${periodText(t, submission.period)}`}
      />
      <Fact
        name={t('submission.records')}
        value={formats.count(submission.records)}
        line={counts.join(' · ')}
      />
      <Fact
        name={t('submission.amount')}
        value={totals.amount === null ? '—' : formats.euros(totals.amount)}
      />
    </dl>
  );
}
