import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconFileImport, IconTableExport } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { Company, CompanySort } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { useWaitingDocuments } from '../../shared/authorizations/bulk-upload.tsx';
import { CompanyDialog } from '../../shared/companies/company-dialog.tsx';
import { emptyProposal } from '../../shared/companies/company-proposal.ts';
import { ReconcileDialog } from '../../shared/companies/reconcile-dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { type CompanyChoice, isChosen, noChoice, problemsFirst } from './company-filter.ts';
import { CompanyFilters } from './company-filters.tsx';
import { CompanyNotices } from './company-notices.tsx';
import { CompanyTable } from './company-table.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { useCompanies } from './use-companies.ts';

const keptCompanies = keptPart(noChoice, { of: 'companies' });
const keptOrder = keptPart<CompanySort>(problemsFirst);

type Opened = 'create' | 'export' | null;

function Actions({ onOpen }: { readonly onOpen: (what: Opened) => void }) {
  const { t, formats } = useTexts();
  const waiting = useWaitingDocuments();
  const words = t('companies.authorizations');
  const counted = { count: waiting };
  return (
    <>
      <Button
        variant="default"
        onClick={() => goTo('companies', 'authorizations')}
        data-testid="authorizations-button"
        {...(waiting === 0 ? {} : { title: t('companies.authorizationsWaiting', counted) })}
        {...(waiting === 0 ? {} : { 'aria-label': t('companies.authorizationsWaiting', counted) })}
      >
        {waiting === 0 ? words : `${words} · ${formats.count(waiting)}`}
      </Button>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('companies.more')}
            title={t('companies.more')}
            data-testid="companies-more"
          >
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => goTo('companies', 'import')}
            data-testid="import-companies"
          >
            {t('companies.import')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTableExport size={16} aria-hidden />}
            onClick={() => onOpen('export')}
            data-testid="export-companies"
          >
            {t('companies.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => onOpen('create')} data-testid="new-company-button">
        {t('companies.create')}
      </Button>
    </>
  );
}

function NoCompanies({ onOpen }: { readonly onOpen: (what: Opened) => void }) {
  const { t } = useTexts();
  return (
    <Empty
      title={t('companies.emptyTitle')}
      text={t('companies.emptyText')}
      action={
        <div className="z-form-actions">
          <Button onClick={() => goTo('companies', 'import')} data-testid="import-companies-first">
            {t('companies.import')}
          </Button>
          <Button
            variant="default"
            onClick={() => onOpen('create')}
            data-testid="new-company-button"
          >
            {t('companies.create')}
          </Button>
        </div>
      }
    />
  );
}

interface ListProps {
  /** There is no company, not even an archived one; undefined while that is not known. */
  readonly isEmpty: boolean | undefined;
  readonly list: ReturnType<typeof useCompanies>;
  readonly choice: CompanyChoice;
  readonly sort: CompanySort;
  readonly onSort: (sort: CompanySort) => void;
  readonly onClear: () => void;
  readonly onOpen: (what: Opened) => void;
}

function List({ isEmpty, list, choice, sort, onSort, onClear, onOpen }: ListProps) {
  const { t } = useTexts();
  const [unknown, setUnknown] = useState<Company | null>(null);
  const { companies, more } = list;
  const reconcile = useCallback((company: Company) => setUnknown(company), []);
  if (companies === undefined && list.isError) return null;
  return (
    <section className="z-panel z-fill z-fill-tall" aria-label={t('companies.table')}>
      {companies === undefined || isEmpty === undefined ? (
        <SkeletonRows rows={8} label={t('app.loading')} />
      ) : null}
      {isEmpty ? <NoCompanies onOpen={onOpen} /> : null}
      {companies?.length === 0 && isEmpty === false ? (
        <Empty
          title={t('companies.noneFound')}
          text={t(isChosen(choice) ? 'companies.noneFoundText' : 'companies.allArchivedText')}
          action={
            isChosen(choice) ? (
              <Button variant="default" onClick={onClear}>
                {t('companies.clear')}
              </Button>
            ) : null
          }
        />
      ) : null}
      {companies !== undefined && companies.length > 0 ? (
        <CompanyTable
          companies={companies}
          choice={choice}
          sort={sort}
          onSort={onSort}
          onEnd={more}
          onReconcile={reconcile}
        />
      ) : null}
      {unknown === null ? null : (
        <ReconcileDialog company={unknown} onClose={() => setUnknown(null)} />
      )}
    </section>
  );
}

/** The office's client companies. */
export function CompaniesScreen() {
  const { t } = useTexts();
  const [choice, setChoice] = useKept(keptCompanies);
  const [sort, setSort] = useKept(keptOrder);
  const [opened, setOpened] = useState<Opened>(null);
  const list = useCompanies(choice, sort);
  const { companies, total, error } = list;
  const isBlank = companies?.length === 0 && !isChosen(choice);
  // Where all are archived, only the filters lead to them.
  const all = useMethod(
    'companies.list',
    { filter: { archived: 'include' }, limit: 1 },
    { enabled: isBlank },
  );
  const isEmpty = isBlank && !all.isError ? all.data && all.data.total === 0 : false;
  return (
    <Page
      name="companies"
      title={t('companies.title')}
      subtitle={total > 0 ? t('companies.subtitle', { count: total }) : undefined}
      ready={(companies !== undefined && !(isBlank && all.isPending)) || list.isError}
    >
      {isEmpty !== false ? null : (
        <CompanyFilters choice={choice} onChange={setChoice}>
          <Actions onOpen={setOpened} />
        </CompanyFilters>
      )}
      {/* Read after the list: the core answers one by one, and the list is what was opened. */}
      {companies === undefined ? null : <CompanyNotices />}
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          onRetry={() => void list.refetch()}
          isAlone={companies === undefined}
        />
      )}
      <List
        isEmpty={isEmpty}
        list={list}
        choice={choice}
        sort={sort}
        onSort={setSort}
        onClear={() => setChoice(noChoice)}
        onOpen={setOpened}
      />
      {opened === 'create' ? (
        <CompanyDialog proposals={[emptyProposal]} onClose={() => setOpened(null)} />
      ) : null}
      {opened === 'export' ? <ExportDialog onClose={() => setOpened(null)} /> : null}
    </Page>
  );
}
