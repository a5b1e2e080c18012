import { Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { isDefiniteRefusal } from '../../../contract/answer.ts';
import type { Submission } from '../../../contract/submission.ts';
import type { ChoosableState } from '../../shared/history/history-filter.ts';
import type { ListedSubmission } from '../../shared/history/use-history.ts';
import { ChooseButtons, useChoice } from '../../shared/layout/choice.tsx';
import { useTexts } from '../../texts.ts';
import type { KeptPlace } from '../../ui/table-scroll.ts';
import { ChoosableTable } from './history-table.tsx';

/** The number of rows drawn, and choosable at once. */
export const maxChosen = 5000;

interface ChoosableListProps {
  readonly state: ChoosableState;
  readonly submissions: readonly ListedSubmission[];
  /** Asks whether to dismiss one; null where none may be dismissed. */
  readonly onLeave: ((submission: Submission) => void) | null;
  readonly hasMore: boolean;
  readonly onEnd: () => void;
  readonly listKey: string;
  readonly place: KeptPlace;
  /** Asks what to do with the selected submissions. */
  readonly onChosen: (chosen: readonly Submission[]) => void;
}

/**
 * Submissions to be resolved, sent again or corrected together: the whole result is loaded, so that
 * all can be selected.
 */
export function ChoosableList(props: ChoosableListProps) {
  const { state, submissions, hasMore, onEnd } = props;
  const { t, formats } = useTexts();
  const wantsMore = hasMore && submissions.length < maxChosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to the next
  useEffect(() => {
    if (wantsMore) onEnd();
  }, [wantsMore, onEnd, submissions]);
  return (
    <>
      <ChoosableTable
        submissions={submissions}
        listKey={props.listKey}
        place={props.place}
        state={state}
        onLeave={state === 'unknown' ? null : props.onLeave}
      />
      {hasMore && !wantsMore ? (
        <p className="z-second z-small" data-testid="first-submissions">
          {t('resolveAll.first', { shown: formats.count(maxChosen) })}
        </p>
      ) : null}
      <ChosenFoot state={state} submissions={submissions} onChosen={props.onChosen} />
    </>
  );
}

const words = {
  unknown: { choose: 'resolveAll.choose', open: 'resolveAll.open' },
  failed: { choose: 'retryAll.choose', open: 'retryAll.open' },
  rejected: { choose: 'corrections.many.choose', open: 'corrections.many.openChosen' },
  partially_accepted: { choose: 'corrections.many.choose', open: 'corrections.many.openChosen' },
} as const;

const buttons = {
  unknown: 'resolve-chosen',
  failed: 'retry-chosen',
  rejected: 'correct-chosen',
  partially_accepted: 'correct-chosen',
} as const;

/** The selection, and the button that continues with it. */
function ChosenFoot({
  state,
  submissions,
  onChosen,
}: Pick<ChoosableListProps, 'state' | 'submissions' | 'onChosen'>) {
  const { t } = useTexts();
  const { ids } = useChoice();
  const chosen = useMemo(() => submissions.filter(({ id }) => ids.has(id)), [submissions, ids]);
  // Those that would be refused again are left out; the dialog says so.
  const going =
    state === 'failed' ? chosen.filter((one) => !isDefiniteRefusal(one.answerCode)) : chosen;
  const companies = new Set(chosen.map(({ company }) => company.id)).size;
  return (
    <div className="z-list-foot" data-testid={`${state}-foot`}>
      <div className="z-foot-words">
        {chosen.length === 0 ? (
          <small>{t(words[state].choose)}</small>
        ) : (
          <p>
            <strong>{t('resolveAll.chosen', { count: chosen.length })}</strong> ·{' '}
            {t('submit.companies', { count: companies })}
          </p>
        )}
      </div>
      <div className="z-foot-actions">
        <ChooseButtons items={submissions} />
        {going.length === 0 ? null : (
          <Button onClick={() => onChosen(chosen)} data-testid={buttons[state]}>
            {t(words[state].open, { count: going.length })}
          </Button>
        )}
      </div>
    </div>
  );
}
