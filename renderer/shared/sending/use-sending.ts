import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { goesOnce } from './duplicates.ts';

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
  const command = useCommand('submissions.send', [
    'submissions.worklist',
    'submissions.list',
    'app.status',
  ]);
  const [pending, setPending] = useState<PendingDuplicates | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  function send(fileIds: readonly string[], confirmDuplicates: boolean): void {
    setError(null);
    // The next steps must run although the foot with the button disappears as soon as its files are
    // queued.
    command.mutateAsync({ fileIds: [...fileIds], confirmDuplicates }).then(
      (sent) => {
        if (sent.outcome === 'sent_before') setPending({ duplicates: sent.files, fileIds });
        else {
          setPending(null);
          onSent();
        }
      },
      (failure: CallFailure) => {
        setPending(null);
        setError(failure.error);
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
