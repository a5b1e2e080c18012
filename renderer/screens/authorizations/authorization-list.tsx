import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { foldText } from '../../../contract/fold-text.ts';
import type { Input, Output } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { DecisionDialog } from '../../shared/authorizations/decision-dialog.tsx';
import {
  ChoiceProvider,
  keptChoice,
  ShownContext,
  useChoice,
} from '../../shared/layout/choice.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { createColumns } from './authorization-columns.tsx';
import { type AuthorizationItem, type AuthorizationTab, tabs } from './authorization-item.ts';
import styles from './authorization-list.module.css';
import { ChosenFoot } from './chosen-foot.tsx';

/** The list chosen in the address or by hand, and what is searched in it. */
interface KeptList {
  readonly query: string;
  readonly tab: AuthorizationTab | null;
  readonly text: string;
}

const keptList = keptPart<KeptList | null>(null);
const chosenAuthorizations = keptChoice('companies');

type Counts = Output<'authorizations.list'>['counts'];

const filters: Readonly<Record<AuthorizationTab, Input<'authorizations.list'>>> = {
  pending: { states: ['pending_validation'] },
  blocking: { blocking: true },
  expiring: { expiringWithinDays: 60 },
  unresolved: { unresolved: true },
  all: {},
};

function countOf(tab: AuthorizationTab, counts: Counts): number {
  if (tab === 'pending') return counts.pending_validation;
  if (tab === 'all')
    return counts.none + counts.pending_validation + counts.approved + counts.rejected;
  return counts[tab];
}

/** The requested list; else the first with work, blocking ones first. */
function firstTab(query: string, counts: Counts): AuthorizationTab {
  const asked = new URLSearchParams(query).get('tab');
  return (
    tabs.find((tab) => tab === asked) ?? tabs.find((tab) => countOf(tab, counts) > 0) ?? 'blocking'
  );
}

interface AuthorizationListsProps {
  readonly query: string;
  readonly counts: Counts;
  /** Right of the head: the next document. */
  readonly children: ReactNode;
}

/** The authorizations by their next step, with a search and a selection. */
export function AuthorizationLists({ query, counts, children }: AuthorizationListsProps) {
  const { t, formats } = useTexts();
  const anew = { query, tab: null, text: '' };
  const [kept, setKept] = useKept(keptList);
  // Another address begins anew.
  const choice = kept?.query === query ? kept : anew;
  // Without a selected list, the next one with work replaces a finished one.
  const tab = choice.tab ?? firstTab(query, counts);
  return (
    <section className="z-panel z-fill z-fill-tall" aria-label={t('authorizations.table')}>
      <div className={`z-list-head ${styles.head}`}>
        <FilterTabs
          label={t('authorizations.tabs.label')}
          value={tab}
          onChange={(tab) => setKept({ ...choice, tab })}
          items={tabs.map((value) => ({
            value,
            label: t(`authorizations.tabs.${value}`),
            count: formats.count(countOf(value, counts)),
          }))}
        />
        <TextInput
          className={styles.search ?? ''}
          leftSection={<IconSearch size={16} aria-hidden />}
          data-search
          aria-label={t('authorizations.search')}
          placeholder={t('authorizations.searchHint')}
          value={choice.text}
          onChange={(event) => setKept({ ...choice, text: event.currentTarget.value })}
          data-testid="authorizations-search"
        />
        {children}
      </div>
      <AuthorizationList tab={tab} text={foldText(choice.text.trim())} />
    </section>
  );
}

interface AuthorizationListProps {
  readonly tab: AuthorizationTab;
  readonly text: string;
}

function AuthorizationList({ tab, text }: AuthorizationListProps) {
  const { t } = useTexts();
  const [deciding, setDeciding] = useState<AuthorizationItem | null>(null);
  const query = useMethod('authorizations.list', filters[tab], { keepPrevious: true });
  const all = query.data?.authorizations;
  const items = useMemo(
    () =>
      all
        ?.filter(({ company }) => foldText(`${company.fullName} ${company.taxId}`).includes(text))
        .map((authorization) => ({ ...authorization, id: authorization.company.id })),
    [all, text],
  );
  return (
    <>
      {query.error === null ? null : (
        <ErrorNotice error={query.error.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending ? <SkeletonRows rows={6} label={t('app.loading')} /> : null}
      {items?.length === 0 ? (
        <Empty
          title={t(text === '' ? 'authorizations.none' : 'authorizations.nobody')}
          text={text === '' ? t('authorizations.noneText') : ''}
        />
      ) : null}
      {items === undefined ? null : (
        // Also of an empty list: an open dialog stays, and what it has recorded is not chosen.
        <ChoiceProvider part={chosenAuthorizations} items={items}>
          {items.length === 0 ? null : (
            <AuthorizationTable items={items} listKey={tab} onDecide={setDeciding} />
          )}
          <ChosenFoot items={items} />
          {deciding === null ? null : (
            <DecisionDialog authorizations={[deciding]} onClose={() => setDeciding(null)} />
          )}
        </ChoiceProvider>
      )}
    </>
  );
}

interface AuthorizationTableProps {
  readonly items: readonly AuthorizationItem[];
  readonly listKey: string;
  readonly onDecide: (item: AuthorizationItem) => void;
}

function AuthorizationTable({ items, listKey, onDecide }: AuthorizationTableProps) {
  const { t, formats } = useTexts();
  const { toggle } = useChoice();
  const hasRoom = useIsAtLeast('1280px');
  // At 200 % zoom the states stay in sight.
  const isSmall = !useIsAtLeast('760px');
  const columns = useMemo(
    () =>
      createColumns(t, formats, onDecide, hasRoom).filter(
        ({ id }) => !isSmall || (id !== 'document' && id !== 'expires'),
      ),
    [t, formats, onDecide, hasRoom, isSmall],
  );
  return (
    <ShownContext value={items}>
      <DataTable
        label={t('authorizations.table')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowHeight={hasRoom ? 36 : 48}
        onActivate={({ id }) => goTo('companies', id)}
        onToggle={(item) => toggle([item])}
        onToggleAll={() => toggle(items)}
        listKey={listKey}
      />
    </ShownContext>
  );
}
