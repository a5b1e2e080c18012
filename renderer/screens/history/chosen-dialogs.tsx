import type { Submission } from '../../../contract/submission.ts';
import { CorrectManyDialog } from '../../shared/corrections/correct-many-dialog.tsx';
import type { ChoosableState } from '../../shared/history/history-filter.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { RetryAllDialog } from '../../shared/sending/retry-all-dialog.tsx';
import { ResolveAllDialog } from './resolve-all-dialog.tsx';

/**
 * The dialog about the selected submissions; `next` follows when they were recorded as not
 * delivered.
 */
export type Asked =
  | { readonly what: ChoosableState; readonly submissions: readonly Submission[] }
  | { readonly what: 'next'; readonly ids: readonly string[] };

interface ChosenDialogsProps {
  readonly asked: Asked | null;
  readonly onAsk: (asked: Asked | null) => void;
}

/** Asks what to do with the chosen submissions. */
export function ChosenDialogs({ asked, onAsk }: ChosenDialogsProps) {
  const { drop } = useChoice();
  const onClose = () => onAsk(null);
  if (asked === null) return null;
  const ids = asked.what === 'next' ? [...asked.ids] : asked.submissions.map(({ id }) => id);
  switch (asked.what) {
    case 'unknown':
      return (
        <ResolveAllDialog
          submissions={asked.submissions}
          onClose={onClose}
          onNotDelivered={(ids) => onAsk({ what: 'next', ids })}
        />
      );
    case 'failed':
      return <RetryAllDialog selection={{ ids }} onClose={onClose} onSent={() => drop(ids)} />;
    case 'rejected':
    case 'partially_accepted':
      return <CorrectManyDialog selection={{ ids }} onClose={onClose} onMade={() => drop(ids)} />;
    case 'next':
      return <RetryAllDialog selection={{ ids }} follows onClose={onClose} />;
  }
}
