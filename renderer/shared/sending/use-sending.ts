import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { Input } from '../../../contract/methods.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import { goesOnce } from '../../../contract/shown-state.ts';
import { errorSentences } from '../../sentences.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand, useIsShown } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { byFile } from './duplicates.ts';

/** A refused sending that waits for a confirmation. */
interface PendingDuplicates {
  readonly duplicates: readonly SentBefore[];
  readonly fileIds: readonly string[];
}

/**
 * Sends the worklist; asks before a document is sent a second time. `onSent` runs when files are
 * queued.
 */
export function useSending(onSent: () => void) {
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const isShown = useIsShown();
  const [pending, setPending] = useState<PendingDuplicates | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  const pressed = ({ fileIds }: Input<'submissions.send'>) =>
    t('submit.send', { count: fileIds.length });
  const command = useCommand(
    'submissions.send',
    ['submissions.worklist', 'submissions.list', 'app.status'],
    {
      about: pressed,
      // The next steps must run although the foot with the button disappears as soon as its files
      // are queued.
      onDone: (sent, input) => {
        if (sent.outcome !== 'sent_before') {
          setPending(null);
          onSent();
        } else if (isShown()) setPending({ duplicates: sent.files, fileIds: input.fileIds });
        else {
          const { message } = errorSentences(i18n, { code: 'already_sent', details: {} });
          const repeated = t('duplicate.title', { count: byFile(sent.files).size });
          const lines = [repeated, ...(message === null ? [] : [message])];
          notify({ tone: 'bad', title: pressed(input), lines });
        }
      },
    },
  );

  function send(fileIds: readonly string[], confirmDuplicates: boolean): void {
    setError(null);
    command.mutate(
      { fileIds: [...fileIds], confirmDuplicates },
      {
        onError: (failure) => {
          setPending(null);
          setError(failure.error);
        },
      },
    );
  }

  const known = new Set(pending?.duplicates.map((duplicate) => duplicate.fileId));
  const others =
    pending === null || known.has(null) ? [] : pending.fileIds.filter((id) => !known.has(id));
  const once = new Set(pending?.duplicates.filter(goesOnce).map((duplicate) => duplicate.fileId));
  return {
    send: (fileIds: readonly string[]) => send(fileIds, false),
    /** A file that no confirmation can release stays on the list. */
    sendAnyway: () => send(pending?.fileIds.filter((id) => !once.has(id)) ?? [], true),
    /** Files of the refused sending that are not in the history yet. */
    others,
    sendOthers: () => send(others, false),
    pending,
    leave: () => {
      setPending(null);
      setError(null);
    },
    error,
    isSending: command.isPending,
  };
}
