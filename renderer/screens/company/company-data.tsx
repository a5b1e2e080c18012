import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { textsOf } from '../../../contract/company-texts.ts';
import { EditDialog } from '../../shared/companies/edit-dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import styles from './company-data.module.css';
import { CompanyKey } from './company-key.tsx';

function Fact({
  label,
  value,
  sub,
}: {
  readonly label: string;
  readonly value: string;
  readonly sub?: string;
}) {
  return (
    <div className="z-fact">
      <dt>{label}</dt>
      <dd>
        {value}
        {sub === undefined ? null : <span>{sub}</span>}
      </dd>
    </div>
  );
}

/** A person's names in parts, as the service has them. */
function namesOf(company: Company): string | undefined {
  if (!company.isIndividual) return undefined;
  const surnames = [company.lastName1, company.lastName2].filter(
    (part) => part !== null && part !== '',
  );
  return `${company.firstName ?? ''} · ${surnames.join(' ')}`;
}

function ArchiveButton({ company }: { readonly company: Company }) {
  const { t } = useTexts();
  const stale = ['companies.get', 'companies.list'] as const;
  const archive = useCommand('companies.archive', stale, { about: () => company.fullName });
  const { error } = archive;
  if (company.archivedAt !== null) return null;
  return (
    <>
      {error === null ? null : <ErrorNotice error={error.error} />}
      <Button
        variant="default"
        loading={archive.isPending}
        onClick={() => archive.mutate({ id: company.id })}
        data-testid="company-archive"
      >
        {t('company.archive')}
      </Button>
    </>
  );
}

/** The company's data, and its key. */
export function CompanyData({ company }: { readonly company: Company }) {
  const { t, formats } = useTexts();
  const [editing, setEditing] = useState(false);
  const names = namesOf(company);
  const isSettled = company.state === 'registered' || company.state === 'draft';
  return (
    <section
      className="z-panel z-section"
      aria-label={t('company.data')}
      data-testid="company-data"
    >
      <div className="z-section-head">
        <h2 className="z-panel-title">{t('company.data')}</h2>
        <div className="z-form-actions">
          <ArchiveButton company={company} />
          {isSettled ? (
            <Button variant="default" onClick={() => setEditing(true)} data-testid="company-edit">
              {t('company.edit')}
            </Button>
          ) : null}
        </div>
      </div>
      <dl className="z-facts">
        <Fact label={t('companyForm.taxId')} value={company.taxId} />
        <Fact
          label={t('company.kind')}
          value={t(company.isIndividual ? 'companyForm.individual' : 'companyForm.company')}
          {...(names === undefined ? {} : { sub: names })}
        />
        {textsOf(false).map((name) => (
          <Fact key={name} label={t(`companyForm.${name}`)} value={company[name] ?? '—'} />
        ))}
        <Fact label={t('companyForm.territory')} value={company.territoryName} />
        <Fact label={t('company.since')} value={formats.date(company.createdAt)} />
        <div className={`z-fact ${styles.wide}`}>
          <dt>{t('company.serviceId')}</dt>
          <dd>
            <span>{company.serviceId ?? t('company.noServiceId')}</span>
          </dd>
        </div>
      </dl>
      {company.state === 'registered' ? <CompanyKey company={company} /> : null}
      {editing ? <EditDialog company={company} onClose={() => setEditing(false)} /> : null}
    </section>
  );
}
