import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useMethod } from '../../api/queries.ts';
import type { Place } from '../../router.ts';
import { useBulk } from '../../shared/authorizations/bulk-upload.tsx';
import { CompaniesCrumb } from '../../shared/companies/companies-crumb.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { AuthorizationLists } from './authorization-list.tsx';
import { BulkPanel } from './bulk-panel.tsx';

/**
 * The authorizations of all companies: those that block sending, those that expire soon, results
 * and documents of many at once.
 */
export function AuthorizationsScreen({ place }: { readonly place: Place }) {
  const { t } = useTexts();
  const everything = useMethod('authorizations.list', {});
  const bulk = useBulk();
  const comeBack = useEffectEvent(() => void bulk.refresh());
  useEffect(() => comeBack(), []);
  const companies = everything.data?.authorizations.map(({ company }) => company) ?? [];
  const counts = everything.data?.counts;
  return (
    <Page
      name="authorizations"
      title={t('authorizations.title')}
      crumb={<CompaniesCrumb />}
      ready={!everything.isPending}
    >
      {bulk.errors.map((error) => (
        <ErrorNotice key={error.code} error={error} />
      ))}
      {everything.error === null ? null : (
        <ErrorNotice error={everything.error.error} onRetry={() => void everything.refetch()} />
      )}
      {bulk.documents.length > 0 ? <BulkPanel bulk={bulk} companies={companies} /> : null}
      {bulk.documents.length === 0 && counts !== undefined ? (
        <AuthorizationLists query={place.query} counts={counts}>
          <FileChoice
            label={t('authorizations.fileInput')}
            testId="authorizations-input"
            onFiles={(files) => void bulk.take(files)}
          >
            {(open) => (
              <Button variant="light" onClick={open} loading={bulk.isTaking}>
                {t('authorizations.choose')}
              </Button>
            )}
          </FileChoice>
        </AuthorizationLists>
      ) : null}
    </Page>
  );
}
