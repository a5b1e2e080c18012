import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, type Place, placeHash } from '../../router.ts';
import { useBulk } from '../../shared/authorizations/bulk-upload.tsx';
import { DecisionDialog } from '../../shared/authorizations/decision-dialog.tsx';
import { CompaniesCrumb } from '../../shared/companies/companies-crumb.tsx';
import {
  AuthorizationPill,
  ExpiryPill,
  NoAnswerPill,
} from '../../shared/companies/company-pills.tsx';
import { useDropTarget } from '../../shell/drop-target.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { BulkPanel } from './bulk-panel.tsx';

const tabs = ['pending', 'blocking', 'expiring', 'unresolved', 'all'] as const;
type Tab = (typeof tabs)[number];
type Counts = Output<'authorizations.list'>['counts'];

const filters: Readonly<Record<Tab, Input<'authorizations.list'>>> = {
  pending: { states: ['pending_validation'] },
  blocking: { blocking: true },
  expiring: { expiringWithinDays: 60 },
  unresolved: { unresolved: true },
  all: {},
};

function countOf(tab: Tab, counts: Counts): number {
  if (tab === 'pending') return counts.pending_validation;
  if (tab === 'all')
    return counts.none + counts.pending_validation + counts.approved + counts.rejected;
  return counts[tab];
}

function createColumns(
  t: Translate,
  formats: Formats,
  onDecide: (authorization: Authorization) => void,
): readonly DataColumn<Authorization>[] {
  return [
    {
      id: 'company',
      header: t('authorizations.columns.company'),
      width: 'minmax(10rem, 1.4fr)',
      cell: ({ company }) => (
        <>
          <a
            className="z-cut z-td-main z-quiet-link"
            href={placeHash('companies', company.id)}
            title={company.fullName}
            onClick={(event) => event.stopPropagation()}
          >
            {company.fullName}
          </a>
          <span className="z-td-sub">{company.taxId}</span>
        </>
      ),
    },
    {
      id: 'document',
      header: t('authorizations.columns.document'),
      width: 'minmax(8rem, 1fr)',
      cell: ({ document, unresolved }) => (
        <span className="z-cut z-second" title={document?.name ?? unresolved?.name}>
          {document?.name ?? unresolved?.name ?? '—'}
        </span>
      ),
    },
    {
      id: 'expires',
      header: t('authorizations.columns.expires'),
      width: '7rem',
      cell: ({ expiresOn }) => (
        <span className="z-second z-nowrap">
          {expiresOn === null ? '—' : formats.date(`${expiresOn}T12:00:00`)}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('authorizations.columns.state'),
      width: 'minmax(19rem, 1.2fr)',
      cell: (authorization) => (
        <span className="z-states">
          <AuthorizationPill state={authorization.state} />
          <ExpiryPill authorization={authorization} />
          <NoAnswerPill authorization={authorization} />
          {authorization.state === 'pending_validation' && authorization.unresolved === null ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={(event) => {
                event.stopPropagation();
                onDecide(authorization);
              }}
            >
              {t('authorization.decide')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
}

function AuthorizationList({ tab }: { readonly tab: Tab }) {
  const { t, formats } = useTexts();
  const [deciding, setDeciding] = useState<Authorization | null>(null);
  const query = useMethod('authorizations.list', filters[tab], { keepPrevious: true });
  const columns = useMemo(() => createColumns(t, formats, setDeciding), [t, formats]);
  const rows = query.data?.authorizations;
  return (
    <>
      {query.error === null ? null : (
        <ErrorNotice error={query.error.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending ? <SkeletonRows rows={6} label={t('app.loading')} /> : null}
      {rows?.length === 0 ? (
        <Empty title={t('authorizations.none')} text={t('authorizations.noneText')} />
      ) : null}
      {rows !== undefined && rows.length > 0 ? (
        <DataTable
          label={t('authorizations.table')}
          columns={columns}
          rows={rows}
          rowKey={({ company }) => company.id}
          rowHeight={53}
          onActivate={({ company }) => goTo('companies', company.id)}
        />
      ) : null}
      {deciding === null ? null : (
        <DecisionDialog authorization={deciding} onClose={() => setDeciding(null)} />
      )}
    </>
  );
}

function firstTab(query: string): Tab {
  const asked = new URLSearchParams(query).get('tab');
  return tabs.find((tab) => tab === asked) ?? 'pending';
}

/**
 * The authorizations of all companies: what is to be decided, what ends, and many documents at
 * once.
 */
export function AuthorizationsScreen({ place }: { readonly place: Place }) {
  const { t, formats } = useTexts();
  const [tab, setTab] = useState(() => firstTab(place.query));
  const everything = useMethod('authorizations.list', {});
  const bulk = useBulk();
  const comeBack = useEffectEvent(() => void bulk.refresh());
  useEffect(() => comeBack(), []);
  useDropTarget((files) => void bulk.take(files));
  const companies = everything.data?.authorizations.map(({ company }) => company) ?? [];
  const counts = everything.data?.counts;
  return (
    <Page
      name="authorizations"
      title={t('authorizations.title')}
      crumb={<CompaniesCrumb />}
      ready={!everything.isPending}
    >
      {bulk.error === null ? null : <ErrorNotice error={bulk.error} />}
      {bulk.documents.length > 0 ? (
        <BulkPanel bulk={bulk} companies={companies} />
      ) : (
        <section className="z-panel z-fill" aria-label={t('authorizations.table')}>
          <div className="z-records-tabs z-authorizations-head">
            <FilterTabs
              label={t('authorizations.tabs.label')}
              value={tab}
              onChange={setTab}
              items={tabs.map((value) => ({
                value,
                label: t(`authorizations.tabs.${value}`),
                count: counts === undefined ? null : formats.count(countOf(value, counts)),
              }))}
            />
            <FileChoice
              folder={false}
              label={t('authorizations.fileInput')}
              testId="authorizations-input"
              onFiles={(files) => void bulk.take(files)}
            >
              {(open) => (
                <Button onClick={open} loading={bulk.isTaking}>
                  {t('authorizations.choose')}
                </Button>
              )}
            </FileChoice>
          </div>
          <AuthorizationList tab={tab} />
        </section>
      )}
    </Page>
  );
}
