import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { batchHash, goTo, type Place, placeHash, renamePlace } from '../../router.ts';
import { DismissDialog } from '../../shared/history/dismiss-dialog.tsx';
import {
  type FilterChoice,
  isChoosable,
  isFiltered,
  noFilter,
  onlyWaitingState,
  parseFilterQuery,
  toSubmissionFilter,
} from '../../shared/history/history-filter.ts';
import { keptHistory } from '../../shared/history/kept-history.ts';
import { type ListedSubmission, useHistory } from '../../shared/history/use-history.ts';
import { ChoiceProvider, keptChoice } from '../../shared/layout/choice.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept, useKeptPlace } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { TablePlace } from '../../ui/table-scroll.ts';
import { ChoosableList, maxChosen } from './choosable-list.tsx';
import { type Asked, ChosenDialogs } from './chosen-dialogs.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryTable } from './history-table.tsx';

function useFilterChoice(query: string) {
  const [state, setState] = useKept(keptHistory);
  // An address with other filters starts anew, and becomes the address to return to.
  const current = state.query === query ? state : { query, choice: parseFilterQuery(query) };
  if (current !== state) setState(current);
  const change = (choice: FilterChoice) => {
    setState({ query: '', choice });
    // A link with these filters must find another address, to start with them again.
    if (query !== '') renamePlace(placeHash('history'));
  };
  return [current.choice, change] as const;
}

/** The selectable rows of the result; while another list loads, the last one is shown. */
function useChoosable<Found extends Submission>(
  found: readonly Found[] | undefined,
  state: FilterChoice['state'],
) {
  return useMemo(
    () =>
      isChoosable(state)
        ? (found ?? []).filter((submission) => submission.state === state).slice(0, maxChosen)
        : [],
    [found, state],
  );
}

const historyPlace = keptPart<TablePlace | null>(null, { of: 'history' });

/** The selection of each list: to resolve, to send again, or to correct together. */
const chosen = {
  unknown: keptChoice('history'),
  failed: keptChoice('history'),
  refused: keptChoice('history'),
};
const chosenNames = {
  unknown: 'unknown',
  failed: 'failed',
  rejected: 'refused',
  partially_accepted: 'refused',
} as const;

/** History: every file that was sent, and its result. */
export function HistoryScreen({ place }: { readonly place: Place }) {
  const { t } = useTexts();
  const [choice, setChoice] = useFilterChoice(place.query);
  const history = useHistory(choice);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [leaving, setLeaving] = useState<Submission | null>(null);
  const { submissions, total, totalIsExact } = history;
  const choosable = useChoosable(submissions, choice.state);
  const chosenName = chosenNames[isChoosable(choice.state) ? choice.state : 'unknown'];
  const counted = { count: total };
  const ready = submissions !== undefined || history.isError;
  const nothingEver = submissions?.length === 0 && !isFiltered(choice) && history.isCurrent;
  const subtitle = nothingEver ? undefined : (
    <>
      {total > 0
        ? `${t(totalIsExact ? 'history.subtitle' : 'history.subtitleMore', counted)} · `
        : null}
      <a href={batchHash()} data-testid="see-batches">
        {t('batch.byBatch')}
      </a>
    </>
  );
  return (
    <Page name="history" title={t('history.title')} subtitle={subtitle} ready={ready}>
      {nothingEver ? null : <HistoryFilters choice={choice} onChange={setChoice} />}
      {history.error === null ? null : (
        <ErrorNotice
          error={history.error.error}
          onRetry={() => void history.refetch()}
          isAlone={submissions === undefined}
        />
      )}
      <ChoiceProvider key={chosenName} part={chosen[chosenName]} items={choosable}>
        {history.isError && submissions === undefined ? null : (
          <section className="z-panel z-fill z-fill-tall" aria-label={t('history.table')}>
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
                submissions={isChoosable(choice.state) ? choosable : submissions}
                choice={choice}
                history={history}
                onClear={() => setChoice(noFilter)}
                onAsk={setAsked}
                onLeave={setLeaving}
              />
            )}
          </section>
        )}
        {/* Outside the list, which may lose all of them before the answer is there. */}
        <ChosenDialogs asked={asked} onAsk={setAsked} />
        {leaving === null ? null : (
          <DismissDialog submission={leaving} onClose={() => setLeaving(null)} />
        )}
      </ChoiceProvider>
    </Page>
  );
}

interface FoundProps {
  readonly submissions: readonly ListedSubmission[];
  readonly choice: FilterChoice;
  readonly history: Pick<ReturnType<typeof useHistory>, 'more' | 'hasMore' | 'isCurrent'>;
  readonly onClear: () => void;
  readonly onAsk: (asked: Asked) => void;
  readonly onLeave: (submission: Submission) => void;
}

const emptyWords = {
  unknown: ['resolveAll.none', 'resolveAll.noneText'],
  failed: ['retryAll.noneLeft', 'retryAll.noneLeftText'],
  other: ['history.noneFound', 'history.noneFoundText'],
} as const;

/** The result of the filters. */
function Found({ submissions, choice, history, onClear, onAsk, onLeave }: FoundProps) {
  const { t } = useTexts();
  const place = useKeptPlace(historyPlace);
  const listKey = JSON.stringify(choice);
  if (submissions.length === 0 && !history.isCurrent)
    return <SkeletonRows rows={9} label={t('app.loading')} />;
  if (submissions.length === 0) {
    // Without another filter, an empty result is good news.
    const [title, text] = emptyWords[onlyWaitingState(choice) ?? 'other'];
    return (
      <Empty
        title={t(title)}
        text={t(text)}
        action={
          <Button variant="default" onClick={onClear}>
            {t('history.clear')}
          </Button>
        }
      />
    );
  }
  const leave = toSubmissionFilter(choice).waiting === true ? onLeave : null;
  const { state } = choice;
  if (isChoosable(state))
    return (
      <ChoosableList
        state={state}
        submissions={submissions}
        onLeave={leave}
        hasMore={history.hasMore}
        onEnd={history.more}
        listKey={listKey}
        place={place}
        onChosen={(chosen) => onAsk({ what: state, submissions: chosen })}
      />
    );
  return (
    <HistoryTable
      submissions={submissions}
      onEnd={history.more}
      listKey={listKey}
      place={place}
      onLeave={leave}
    />
  );
}
