import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { errorSentences } from '../../sentences.ts';
import { useLateEnd } from '../../shell/late-end.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { byFile, goesOnce } from './duplicates.ts';

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
  const { t, i18n } = useTexts();
  const notify = useNotify();
  const late = useLateEnd();
  const [pending, setPending] = useState<PendingDuplicates | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  function send(fileIds: readonly string[], confirmDuplicates: boolean): void {
    setError(null);
    const count = fileIds.length;
    const pressed = t('submit.send', { count });
    // The next steps must run although the foot with the button disappears as soon as its files are
    // queued.
    command.mutateAsync({ fileIds: [...fileIds], confirmDuplicates }).then(
      (sent) => {
        if (sent.outcome === 'sent_before' && late.isShown())
          setPending({ duplicates: sent.files, fileIds });
        else if (sent.outcome === 'sent_before') {
          const { message } = errorSentences(i18n, { code: 'already_sent', details: {} });
          const repeated = t('duplicate.title', { count: byFile(sent.files).size });
          notify({
            tone: 'bad',
            title: pressed,
            lines: [repeated, ...(message === null ? [] : [message])],
          });
        } else {
          setPending(null);
          onSent();
        }
      },
      (failure: CallFailure) => {
        setPending(null);
        setError(failure.error);
        late.tellRefusal(failure, pressed);
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
