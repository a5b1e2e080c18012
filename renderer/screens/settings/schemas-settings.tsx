import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Section } from './section.tsx';

/** The schemas that files are checked against. */
export function SchemasSettings() {
  const { t, formats } = useTexts();
  const { data, error, refetch } = useMethod('schemas.list', {});
  return (
    <Section title={t('settings.schemas.title')} text={t('settings.schemas.text')} testId="settings-schemas">
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <SkeletonRows rows={4} label={t('app.loading')} /> : null}
      {data === undefined ? null : (
        <ul className="z-plain-list z-schemas" aria-label={t('settings.schemas.table')}>
          {data.schemas.map((schema) => (
            <li key={schema.id} className="z-card">
              <strong className="z-cut" title={schema.root}>
                {schema.root}
              </strong>
              <span className="z-second z-small">
                {t('settings.schemas.version')} {schema.version} · {t('settings.schemas.validFrom')}{' '}
                {formats.date(schema.validFrom)}
              </span>
              <span className="z-code z-cut" title={schema.sha256}>
                {t('settings.schemas.hash')} {schema.sha256}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
