import { untoldRecords } from '../../../contract/answer.ts';
import type { Submission } from '../../../contract/submission.ts';
import { batchHash } from '../../router.ts';
import { Fact } from '../../shared/layout/fact.tsx';
import { formText, useTexts } from '../../texts.ts';
import styles from './summary.module.css';

/** A submission in four facts: company, book, records, amount. */
export function Summary({ submission }: { readonly submission: Submission }) {
  const { t, formats } = useTexts();
  const { recordCounts, totals, registrationNumber, identifier } = submission;
  const numbers = { ...recordCounts, untold: untoldRecords(submission) };
  const counts = (['correct', 'acceptedWithErrors', 'incorrect', 'untold'] as const)
    .filter((name) => numbers[name] > 0)
    .map((name) =>
      t(`submission.counts.${name}`, {
        count: numbers[name],
        formatted: formats.count(numbers[name]),
      }),
    );
  return (
    <dl className={`z-panel ${styles.summary}`} data-testid="summary">
      <Fact
        name={t('submission.company')}
        value={submission.company.fullName}
        more={[submission.taxpayer.taxId]}
      >
        {submission.batchId === null ? null : (
          <a className="z-small" href={batchHash(submission.batchId)} data-testid="batch-link">
            {t('batch.open')}
          </a>
        )}
      </Fact>
      <Fact
        name={t('submission.book')}
        value={formText(t, submission.form)}
        more={[t('form.year', { year: submission.fiscalYear })]}
      />
      <Fact
        name={t('submission.records')}
        value={formats.count(submission.records)}
        more={counts}
      />
      <Fact
        name={t('submission.amount')}
        value={totals.amount === null ? '–' : formats.euros(totals.amount)}
        whole={[
          registrationNumber === null
            ? null
            : t('submission.registration', { number: registrationNumber }),
        ]}
        more={[identifier === null ? null : t('submission.identifier', { id: identifier })]}
      />
    </dl>
  );
}
