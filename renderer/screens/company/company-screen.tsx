import { useState } from 'react';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CompanyPill } from '../companies/company-pills.tsx';
import { ReconcileDialog } from '../companies/reconcile-dialog.tsx';
import { AuthorizationHistory } from './authorization-history.tsx';
import { AuthorizationPanel } from './authorization-panel.tsx';
import { CompanyFacts } from './company-facts.tsx';
import { CompanyKey } from './company-key.tsx';
import { CompanyNotes } from './company-notes.tsx';
import './company.css';

/** A company's page: data, key, authorization with its history, submissions, notes. */
export function CompanyScreen({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const { data: company, error, refetch } = useMethod('companies.get', { id });
  const authorization = useMethod('authorizations.get', { companyId: id });
  const [reconciling, setReconciling] = useState(false);
  return (
    <Page
      name="company"
      title={company?.fullName ?? t('companies.title')}
      crumb={
        <a className="z-crumb" href={placeHash('companies')}>
          {t('companies.back')} /
        </a>
      }
      subtitle={company === undefined ? undefined : <CompanyPill company={company} />}
      ready={(company !== undefined && !authorization.isPending) || error !== null}
    >
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {company === undefined ? (
        error === null && <SkeletonRows rows={6} label={t('app.loading')} />
      ) : (
        <div className="z-company">
          <div className="z-company-column">
            <CompanyFacts company={company} onReconcile={() => setReconciling(true)} />
            {company.state === 'registered' ? <CompanyKey company={company} /> : null}
            <CompanyNotes key={company.notes} company={company} />
          </div>
          <div className="z-company-column">
            {authorization.data === undefined ? null : (
              <>
                <AuthorizationPanel authorization={authorization.data.authorization} />
                <AuthorizationHistory
                  events={authorization.data.events}
                  uploads={authorization.data.uploads}
                />
              </>
            )}
          </div>
          {reconciling ? <ReconcileDialog company={company} onClose={() => setReconciling(false)} /> : null}
        </div>
      )}
    </Page>
  );
}
