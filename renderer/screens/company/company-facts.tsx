import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useCommand } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../settings/section.tsx';
import { EditDialog } from './edit-dialog.tsx';

/** What is known of the company, and what can be done with it. */
export function CompanyFacts({
  company,
  onReconcile,
}: {
  readonly company: Company;
  readonly onReconcile: () => void;
}) {
  const { t, formats } = useTexts();
  const [editing, setEditing] = useState(false);
  const stale = ['companies.get', 'companies.list'] as const;
  const archive = useCommand('companies.archive', stale);
  const unarchive = useCommand('companies.unarchive', stale);
  const error = archive.error ?? unarchive.error;
  const facts = [
    [t('companyPage.taxId'), company.taxId],
    [t('companyPage.type'), t(company.isIndividual ? 'companyPage.individual' : 'companyPage.entity')],
    [t('companyPage.territory'), company.territoryName],
    [t('companyPage.serviceId'), company.serviceId],
    [t('companyPage.created'), formats.date(company.createdAt)],
  ] as const;
  const count = t('companyPage.count', {
    count: company.submissions,
    formatted: formats.count(company.submissions),
  });
  return (
    <Section title={t('companyPage.data')} testId="company-data">
      <dl className="z-company-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="z-fact">
            <dt>{name}</dt>
            <dd className="z-cut" title={value ?? undefined}>
              {value ?? '—'}
            </dd>
          </div>
        ))}
        <div className="z-fact">
          <dt>{t('companyPage.submissions')}</dt>
          <dd>
            {company.submissions === 0 ? (
              t('companyPage.none')
            ) : (
              <a href={placeHash('history', null, `company=${encodeURIComponent(company.id)}`)}>{count}</a>
            )}
          </dd>
        </div>
      </dl>
      {company.canSubmit ? null : <Notice tone="amber" title={t('companyPage.outside')} />}
      {company.failure === null ? null : <ErrorNotice error={company.failure} />}
      {error === null ? null : <ErrorNotice error={error.error} />}
      <div className="z-form-actions">
        <Button variant="default" onClick={() => setEditing(true)} data-testid="edit-company">
          {t('companyPage.edit')}
        </Button>
        {company.state === 'creation_unknown' ? (
          <Button variant="default" onClick={onReconcile}>
            {t('reconcile.open')}
          </Button>
        ) : null}
        {company.archivedAt === null ? (
          <Button
            variant="subtle"
            loading={archive.isPending}
            onClick={() => archive.mutate({ id: company.id })}
            data-testid="archive-company"
          >
            {t('companyPage.archive')}
          </Button>
        ) : (
          <Button
            variant="subtle"
            loading={unarchive.isPending}
            onClick={() => unarchive.mutate({ id: company.id })}
          >
            {t('companyPage.unarchive')}
          </Button>
        )}
      </div>
      {editing ? <EditDialog company={company} onClose={() => setEditing(false)} /> : null}
    </Section>
  );
}
