import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { batchHash, goTo, type Place } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useKept, useKeptPlace } from '../../shell/kept.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import {
  type FilterChoice,
  isFiltered,
  isOnlyUnknown,
  noFilter,
  parseFilterQuery,
  toSubmissionFilter,
} from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryTable } from './history-table.tsx';
import { ResolveAllDialog } from './resolve-all-dialog.tsx';
import { UnknownList } from './unknown-list.tsx';
import { useHistory } from './use-history.ts';

function useFilterChoice(query: string) {
  const [state, setState] = useKept('history', { query, choice: parseFilterQuery(query) });
  // An address with other filters starts anew, and it is the one that is come back to.
  const current = state.query === query ? state : { query, choice: parseFilterQuery(query) };
  if (current !== state) setState(current);
  return [current.choice, (choice: FilterChoice) => setState({ query, choice })] as const;
}

/** History: every file that was sent, and how it ended. */
export function HistoryScreen({ place }: { readonly place: Place }) {
  const { t, formats } = useTexts();
  const [choice, setChoice] = useFilterChoice(place.query);
  const history = useHistory(choice);
  const [resolving, setResolving] = useState<readonly Submission[] | null>(null);
  const { submissions, total, totalIsExact } = history;
  const counted = { count: total, formatted: formats.count(total) };
  const ready = submissions !== undefined || history.isError;
  const nothingEver = submissions?.length === 0 && !isFiltered(choice) && history.isCurrent;
  const subtitle = nothingEver ? undefined : (
    <>
      {total > 0 ? `${t(totalIsExact ? 'history.subtitle' : 'history.subtitleMore', counted)} · ` : null}
      <a href={batchHash()} data-testid="see-batches">
        {t('batch.byBatch')}
      </a>
    </>
  );
  return (
    <Page name="history" title={t('history.title')} subtitle={subtitle} ready={ready}>
      {nothingEver ? null : <HistoryFilters choice={choice} onChange={setChoice} />}
      {history.error === null ? null : (
        <ErrorNotice error={history.error.error} onRetry={() => void history.refetch()} />
      )}
      {history.isError && submissions === undefined ? null : (
        <section className="z-panel z-fill" aria-label={t('history.table')}>
          {!ready ? <SkeletonRows rows={9} label={t('app.loading')} /> : null}
          {nothingEver ? (
            <Empty
              title={t('history.emptyTitle')}
              text={t('history.emptyText')}
              action={<Button onClick={() => goTo('submit')}>{t('history.emptyAction')}</Button>}
            />
          ) : null}
          {submissions === undefined || nothingEver ? null : (
            <Found
              submissions={submissions}
              choice={choice}
              history={history}
              onClear={() => setChoice(noFilter)}
              onResolve={setResolving}
            />
          )}
        </section>
      )}
      {/* Not in the list, which may have lost all of them before the answer is there. */}
      {resolving === null ? null : (
        <ResolveAllDialog submissions={resolving} onClose={() => setResolving(null)} />
      )}
    </Page>
  );
}

interface FoundProps {
  readonly submissions: readonly Submission[];
  readonly choice: FilterChoice;
  readonly history: Pick<ReturnType<typeof useHistory>, 'more' | 'hasMore'>;
  readonly onClear: () => void;
  readonly onResolve: (chosen: readonly Submission[]) => void;
}

/** What the filters find. */
function Found({ submissions, choice, history, onClear, onResolve }: FoundProps) {
  const { t } = useTexts();
  const place = useKeptPlace('historyPlace');
  const listKey = JSON.stringify(choice);
  if (submissions.length === 0) {
    // Where nothing else narrows it, that none is found is what a person wants to hear.
    const isGood = isOnlyUnknown(choice);
    return (
      <Empty
        title={t(isGood ? 'resolveAll.none' : 'history.noneFound')}
        text={t(isGood ? 'resolveAll.noneText' : 'history.noneFoundText')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('history.clear')}
          </Button>
        }
      />
    );
  }
  if (choice.state === 'unknown')
    return (
      <UnknownList
        submissions={submissions}
        hasMore={history.hasMore}
        onEnd={history.more}
        listKey={listKey}
        place={place}
        onResolve={onResolve}
      />
    );
  return (
    <HistoryTable
      submissions={submissions}
      onEnd={history.more}
      listKey={listKey}
      place={place}
      waiting={toSubmissionFilter(choice).waiting === true}
    />
  );
}
