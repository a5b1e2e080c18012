import type { MissingCompany } from '../../../contract/backup.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './missing-companies.module.css';

interface MissingCompaniesProps {
  readonly companies: readonly MissingCompany[];
  /** Their number, when not all are shown; null where it is unknown. */
  readonly total: number | null;
}

/** Companies that the restored history lacks, with what a person needs to add them again. */
export function MissingCompanies({ companies, total }: MissingCompaniesProps) {
  const { t, formats } = useTexts();
  const more = (total ?? 0) - companies.length;
  if (companies.length === 0) return null;
  return (
    <Notice
      tone="amber"
      testId="missing-companies"
      title={t('backup.companiesAsideTitle')}
      text={
        <>
          <p>{t('backup.companiesAsideText')}</p>
          <ul className={styles.list}>
            {companies.map(({ id, name, taxId, serviceId, environment }) => (
              <li key={id}>
                {name} · {taxId} ·{' '}
                {serviceId === null ? (
                  t('backup.companiesAsideNoId')
                ) : (
                  <span className="z-code">{serviceId}</span>
                )}
                {environment === 'production' ? null : ` · ${t('history.sandboxMark')}`}
              </li>
            ))}
          </ul>
          {more > 0 ? (
            <p>{t('backup.leftAsideMore', { count: more, formatted: formats.count(more) })}</p>
          ) : null}
        </>
      }
    />
  );
}
