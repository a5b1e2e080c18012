import type { ChangedAuthorization } from '../../../contract/backup.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './missing-companies.module.css';

interface ChangedAuthorizationsProps {
  readonly companies: readonly ChangedAuthorization[];
  /** Their number, when not all are shown; null where it is unknown. */
  readonly total: number | null;
}

/** Companies whose authorization has a former state again, with the way to their pages. */
export function ChangedAuthorizations({ companies, total }: ChangedAuthorizationsProps) {
  const { t, formats } = useTexts();
  const more = (total ?? 0) - companies.length;
  if (companies.length === 0) return null;
  return (
    <Notice
      tone="amber"
      testId="changed-authorizations"
      title={t('backup.authorizationsAsideTitle')}
      text={
        <>
          <p>{t('backup.authorizationsAsideText')}</p>
          <ul className={styles.list}>
            {companies.map(({ id, name, taxId, state, environment }) => (
              <li key={id}>
                <a href={placeHash('companies', id)}>{name}</a> · {taxId} ·{' '}
                {t('backup.authorizationThere', { state: t(`authorization.state.${state}`) })}
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
