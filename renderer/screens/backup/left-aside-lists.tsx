import type { ReactNode } from 'react';
import type { ChangedAuthorization, MissingCompany } from '../../../contract/backup.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './left-aside-lists.module.css';

interface ListProps<Company> {
  readonly companies: readonly Company[];
  /** Their number, when not all are shown; null where it is unknown. */
  readonly total: number | null;
}

interface CompanyNoticeProps<Company> extends ListProps<Company> {
  readonly testId: string;
  readonly title: string;
  readonly text: string;
  /** What a person needs to know of one. */
  readonly line: (company: Company) => ReactNode;
}

function CompanyNotice<Company extends Pick<MissingCompany, 'id' | 'environment'>>({
  companies,
  total,
  testId,
  title,
  text,
  line,
}: CompanyNoticeProps<Company>) {
  const { t } = useTexts();
  const more = (total ?? 0) - companies.length;
  if (companies.length === 0) return null;
  return (
    <Notice
      tone="amber"
      testId={testId}
      title={title}
      text={
        <>
          <p>{text}</p>
          <ul className={styles.list}>
            {companies.map((company) => (
              <li key={company.id}>
                {line(company)}
                {company.environment === 'production' ? null : ` · ${t('history.sandboxMark')}`}
              </li>
            ))}
          </ul>
          {more > 0 ? <p>{t('backup.leftAsideMore', { count: more })}</p> : null}
        </>
      }
    />
  );
}

/** Companies that the restored history lacks, with what a person needs to add them again. */
export function MissingCompanies(props: ListProps<MissingCompany>) {
  const { t } = useTexts();
  return (
    <CompanyNotice
      {...props}
      testId="missing-companies"
      title={t('backup.companiesAsideTitle')}
      text={t('backup.companiesAsideText')}
      line={({ name, taxId, serviceId }) => (
        <>
          {name} · {taxId} ·{' '}
          {serviceId === null ? (
            t('backup.companiesAsideNoId')
          ) : (
            <span className="z-code">{serviceId}</span>
          )}
        </>
      )}
    />
  );
}

/** Companies whose authorization has a former state again, with the way to their pages. */
export function ChangedAuthorizations(props: ListProps<ChangedAuthorization>) {
  const { t } = useTexts();
  return (
    <CompanyNotice
      {...props}
      testId="changed-authorizations"
      title={t('backup.authorizationsAsideTitle')}
      text={t('backup.authorizationsAsideText')}
      line={({ id, name, taxId, state }) => (
        <>
          <a href={placeHash('companies', id)}>{name}</a> · {taxId} ·{' '}
          {t('backup.authorizationThere', { state: t(`authorization.state.${state}`) })}
        </>
      )}
    />
  );
}
