import { useMethod } from '../../api/queries.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { InstallSchemas } from './install-schemas.tsx';
import { SchemaPackageCard } from './schema-package-card.tsx';
import styles from './schemas.module.css';

/** The schemas for checking files: packages, those in use, and the way to newer ones. */
export function SchemasSettings() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('schemas.list', {});
  const isWayBack = data?.packages.some(
    (each) => each.source !== 'built_in' && each.choices.length > 0,
  );
  return (
    <Section
      title={t('settings.schemas.title')}
      text={t('settings.schemas.text')}
      testId="settings-schemas"
    >
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? (
        <SkeletonRows rows={4} label={t('app.loading')} />
      ) : null}
      {data === undefined ? null : (
        <>
          <ul className={`z-plain-list ${styles.list}`} aria-label={t('schemaPackages.list')}>
            {data.packages.map((each) => (
              <SchemaPackageCard
                key={each.id}
                installed={each}
                isWayBack={isWayBack === true}
                schemas={data.schemas.filter(({ packageId }) => packageId === each.id)}
              />
            ))}
          </ul>
          <InstallSchemas />
        </>
      )}
    </Section>
  );
}
