import type { Company } from '../../../contract/company.ts';
import { shownStateOf } from '../../../contract/shown-state.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { FileLink } from '../../shared/history/file-link.tsx';
import { settledText } from '../../shared/history/settled-words.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { toListed } from '../../shared/history/use-history.ts';
import { formText, useTexts } from '../../texts.ts';
import styles from './company-submissions.module.css';

const shown = 5;

/** The latest submissions of the company, and the way to all of them. */
export function CompanySubmissions({ company }: { readonly company: Company }) {
  const { t, formats } = useTexts();
  const { data } = useMethod('submissions.list', {
    filter: { companyId: company.id },
    limit: shown,
  });
  const submissions = data === undefined ? [] : toListed(data);
  const total = data?.total ?? 0;
  return (
    <section
      className="z-panel z-side"
      aria-label={t('company.submissions')}
      data-testid="company-submissions"
    >
      <h2 className="z-panel-title">{t('company.submissions')}</h2>
      {data?.submissions.length === 0 ? (
        <p className="z-second z-small">{t('company.noSubmissions')}</p>
      ) : null}
      <ul className="z-plain-list">
        {submissions.map((submission) => (
          <li key={submission.id} className={styles.submission}>
            <FileLink submission={submission} className="z-td-main" />
            <span className="z-second z-small">
              {formText(t, submission.form)} ·{' '}
              <span className="z-nowrap">{formats.date(submission.createdAt)}</span>
            </span>
            <span>
              <StatePill state={shownStateOf(submission)} isSettled={submission.isSettled} />{' '}
              <span className="z-second z-small">{settledText(t, submission)}</span>
            </span>
          </li>
        ))}
      </ul>
      {total > shown ? (
        <a href={placeHash('history', null, `company=${encodeURIComponent(company.id)}`)}>
          {t('company.allSubmissions', { count: total })}
        </a>
      ) : null}
    </section>
  );
}
