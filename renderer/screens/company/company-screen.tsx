import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import type { Output } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { CompaniesCrumb } from '../../shared/companies/companies-crumb.tsx';
import { CompanyPill } from '../../shared/companies/company-pills.tsx';
import { WatchedFolders } from '../../shared/watching/watched-folders.tsx';
import { useDropTarget } from '../../shell/drop-target.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AuthorizationHistory } from './authorization-history.tsx';
import { AuthorizationPanel, uploadObstacle } from './authorization-panel.tsx';
import styles from './company.module.css';
import { CompanyData } from './company-data.tsx';
import { CompanyNotes } from './company-notes.tsx';
import { CompanyStanding } from './company-standing.tsx';
import { CompanySubmissions } from './company-submissions.tsx';
import { QuarterStrip } from './quarter-strip.tsx';
import { UploadDialog } from './upload-dialog.tsx';

interface ContentProps {
  readonly company: Company;
  readonly found: Output<'authorizations.get'> | undefined;
}

function Content({ company, found }: ContentProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [file, ...others] = chosen;
  const obstacle = found === undefined ? null : uploadObstacle(company, found.authorization);
  useDropTarget((files) => {
    if (obstacle === null) setChosen(files);
    else notify({ tone: 'bad', title: company.fullName, lines: [t(obstacle)] });
  });
  return (
    <div className="z-with-side">
      <div className={styles.main} data-scrolls>
        <CompanyStanding company={company} />
        <QuarterStrip company={company} />
        <CompanyData company={company} />
        {found === undefined ? null : (
          <AuthorizationPanel
            company={company}
            authorization={found.authorization}
            onFile={(one) => setChosen([one])}
          />
        )}
        <WatchedFolders companyId={company.id} />
        <CompanyNotes company={company} />
      </div>
      <div className={styles.side}>
        <CompanySubmissions company={company} />
        {found === undefined ? null : <AuthorizationHistory found={found} />}
      </div>
      {file === undefined || found === undefined ? null : (
        <UploadDialog
          key={`${file.name}-${file.size}-${file.lastModified}`}
          file={file}
          others={others.length}
          authorization={found.authorization}
          onClose={() => setChosen([])}
        />
      )}
    </div>
  );
}

/** A company's page: data, key, authorization, submissions. */
export function CompanyScreen({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const company = useMethod('companies.get', { id });
  const authorization = useMethod('authorizations.get', { companyId: id });
  const error = company.error ?? authorization.error;
  const { data } = company;
  const isReady = !company.isPending && !authorization.isPending;
  return (
    <Page
      name="company"
      title={data?.fullName ?? t('companies.title')}
      subtitle={data === undefined ? undefined : <CompanyPill company={data} />}
      crumb={<CompaniesCrumb />}
      ready={isReady}
    >
      {error === null ? null : (
        <>
          <ErrorNotice
            error={error.error}
            onRetry={() => {
              void company.refetch();
              void authorization.refetch();
            }}
          />
          <div>
            <Button variant="default" onClick={() => goTo('companies')}>
              {t('companies.back')}
            </Button>
          </div>
        </>
      )}
      {company.isPending ? <SkeletonRows rows={8} label={t('app.loading')} /> : null}
      {data === undefined ? null : <Content company={data} found={authorization.data} />}
    </Page>
  );
}
