import { Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { useTexts } from '../../texts.ts';
import type { KeptPlace } from '../../ui/table-scroll.ts';
import { ChoiceProvider, useChoice } from '../choice.tsx';
import { UnknownTable } from './history-table.tsx';

/** So many are drawn, and can be decided on at one stroke. */
const mostChosen = 5000;

interface UnknownListProps {
  readonly submissions: readonly Submission[];
  readonly hasMore: boolean;
  readonly onEnd: () => void;
  readonly listKey: string;
  readonly place: KeptPlace;
  /** Asks what became of those that are chosen. */
  readonly onResolve: (chosen: readonly Submission[]) => void;
}

/** Submissions whose end nobody knows, to be decided on together: all that were found are there, so that all can be chosen. */
export function UnknownList({ submissions, hasMore, onEnd, listKey, place, onResolve }: UnknownListProps) {
  // While another list is on its way the last one is shown.
  const unknown = useMemo(
    () => submissions.filter(({ state }) => state === 'unknown').slice(0, mostChosen),
    [submissions],
  );
  const wantsMore = hasMore && submissions.length < mostChosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to the next
  useEffect(() => {
    if (wantsMore) onEnd();
  }, [wantsMore, onEnd, submissions]);
  return (
    <ChoiceProvider name="chosenUnknown" items={unknown}>
      <UnknownTable submissions={unknown} listKey={listKey} place={place} />
      <UnknownFoot submissions={unknown} onResolve={onResolve} />
    </ChoiceProvider>
  );
}

/** What is chosen, and the one button that asks what became of it. */
function UnknownFoot({ submissions, onResolve }: Pick<UnknownListProps, 'submissions' | 'onResolve'>) {
  const { t, formats } = useTexts();
  const { ids, toggle, clear } = useChoice();
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const chosen = useMemo(() => submissions.filter(({ id }) => ids.has(id)), [submissions, ids]);
  const companies = new Set(chosen.map(({ company }) => company.id)).size;
  const count = submissions.length;
  return (
    <div className="z-list-foot" data-testid="unknown-foot">
      <div className="z-foot-words">
        {chosen.length === 0 ? (
          <small>{t('resolveAll.choose')}</small>
        ) : (
          <p>
            <strong>{t('resolveAll.chosen', counted(chosen.length))}</strong> ·{' '}
            {t('submit.companies', counted(companies))}
          </p>
        )}
      </div>
      <div className="z-foot-actions">
        {chosen.length === 0 ? null : (
          <Button variant="subtle" onClick={clear} data-testid="choose-none">
            {t('choice.clear')}
          </Button>
        )}
        {chosen.length === count ? null : (
          <Button variant="subtle" onClick={() => toggle(submissions)} data-testid="choose-all">
            {t('choice.choose', counted(count))}
          </Button>
        )}
        {chosen.length === 0 ? null : (
          <Button onClick={() => onResolve(chosen)} data-testid="resolve-chosen">
            {t('resolveAll.open', counted(chosen.length))}
          </Button>
        )}
      </div>
    </div>
  );
}
