import { Button } from '@mantine/core';
import { useState } from 'react';
import { isDefiniteRefusal, lastEnd } from '../../../contract/answer.ts';
import type { Submission, SubmissionEvent, SubmissionState } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { AnswerText } from '../../shared/history/answer-text.tsx';
import { countUnaccepted, partialText } from '../../shared/history/partial-text.ts';
import { DuplicateDialog } from '../../shared/sending/duplicate-dialog.tsx';
import { ReleaseButton } from '../../shared/sending/release-dialog.tsx';
import { SendingRefusal } from '../../shared/sending/sending-refusal.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { CancelRecords, FixRefused, PrepareCorrection } from './correction-actions.tsx';
import { Dismissed, LeaveAsItIs } from './dismissal.tsx';
import { QueuedThere } from './queued-there.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { useCorrections } from './use-corrections.ts';
import { useRetry } from './use-retry.ts';

/** For undelivered ones that may arrive the next time. */
function Retry({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const retry = useRetry(submission);
  return (
    <>
      {retry.error === null ? null : <SendingRefusal error={retry.error} />}
      <Button
        loading={retry.isSending && retry.duplicates === null}
        onClick={retry.retry}
        data-testid="retry"
      >
        {t('submission.retry')}
      </Button>
      {retry.duplicates === null ? null : (
        <DuplicateDialog
          duplicates={retry.duplicates}
          others={0}
          isSending={retry.isSending}
          onSendAnyway={retry.retryAnyway}
          onSendOthers={retry.leave}
          onLeave={retry.leave}
        />
      )}
    </>
  );
}

const togetherWords = { unknown: 'resolveAll.together', failed: 'retryAll.together' } as const;

interface TogetherProps {
  readonly submission: Submission;
  readonly state: keyof typeof togetherWords;
}

/** Links to others with the same reason, which can be handled together. */
function Together({ submission, state }: TogetherProps) {
  const { t } = useTexts();
  const { data } = useMethod('submissions.causes', { state });
  const together = data?.causes.find(({ cause }) => cause === submission.answerCode);
  if (together === undefined || together.files < 2) return null;
  const query = `state=${state}&waiting=1&cause=${together.cause}`;
  return (
    <Button
      variant="default"
      onClick={() => goTo('history', null, query)}
      data-testid={state === 'unknown' ? 'resolve-together' : 'retry-together'}
    >
      {t(togetherWords[state], { count: together.files })}
    </Button>
  );
}

interface ResolveProps {
  readonly submission: Submission;
  /** Whether something else comes first. */
  readonly isSecond?: boolean;
  readonly onOpen: () => void;
}

function Resolve({ submission, isSecond = false, onOpen }: ResolveProps) {
  const { t } = useTexts();
  return (
    <>
      <Button variant={isSecond ? 'default' : 'filled'} onClick={onOpen} data-testid="resolve">
        {t('submission.resolve')}
      </Button>
      <Together submission={submission} state="unknown" />
    </>
  );
}

interface AttentionProps {
  readonly submission: Submission;
  readonly events: readonly SubmissionEvent[];
  /** Whether it still needs attention. */
  readonly waits: boolean;
}

const answered: readonly SubmissionState[] = ['partially_accepted', 'rejected'];
const recorded: readonly SubmissionState[] = ['accepted', 'partially_accepted'];
const notSent: readonly SubmissionState[] = ['failed', 'cancelled'];

/** Why a submission needs attention, with its actions; empty otherwise. */
export function Attention(props: AttentionProps) {
  const [isResolving, setResolving] = useState(false);
  return (
    <>
      <AttentionNotice {...props} onResolve={() => setResolving(true)} />
      {/* An open dialog stays when another window decides meanwhile: it then says so. */}
      {isResolving ? (
        <ResolveDialog submission={props.submission} onClose={() => setResolving(false)} />
      ) : null}
    </>
  );
}

interface AttentionNoticeProps extends AttentionProps {
  readonly onResolve: () => void;
}

function AttentionNotice({ submission, events, waits, onResolve }: AttentionNoticeProps) {
  const { t } = useTexts();
  const { state, dismissedAt } = submission;
  const later = useCorrections(submission.id)?.submissions ?? [];
  if (dismissedAt !== null)
    return <Dismissed submission={submission} dismissedAt={dismissedAt} events={events} />;
  const sentAgain = later.filter((each) => !notSent.includes(each.state));
  const isOver = answered.includes(state) || (state === 'failed' && sentAgain.length > 0);
  // A later one that the ledger has not recorded, or the same document, has fixed nothing.
  const isFixed =
    sentAgain.length === 0 ||
    sentAgain.some(
      ({ state: end, sha256 }) => recorded.includes(end) && sha256 !== submission.sha256,
    );
  const isDone = !waits && isOver;
  const leave = waits ? <LeaveAsItIs submission={submission} /> : null;
  // The same in both notices: an open dialog stays when a correction is accepted meanwhile.
  const corrections = (
    <>
      {isDone ? null : <PrepareCorrection submission={submission} />}
      <CancelRecords submission={submission} />
      {leave}
    </>
  );
  if (isDone)
    return (
      <Notice
        tone="grey"
        testId="attention"
        title={t(`submission.attention.${isFixed ? 'fixed' : 'sentAgain'}Title`)}
        text={t(`submission.attention.${isFixed ? 'fixed' : 'sentAgain'}Text`)}
        actions={corrections}
      />
    );
  const isRefused = state === 'failed' && isDefiniteRefusal(submission.answerCode);
  const isDecided = state === 'rejected' && lastEnd(events)?.kind === 'resolved';
  switch (state) {
    case 'partially_accepted': {
      const count = countUnaccepted(submission);
      return (
        <Notice
          tone="amber"
          testId="attention"
          title={t('submission.attention.partially_acceptedTitle', {
            count,
          })}
          text={partialText(t, submission)}
          actions={corrections}
        />
      );
    }
    case 'rejected':
    case 'failed':
      return (
        <Notice
          tone="red"
          testId="attention"
          title={t(`submission.attention.${state}Title`)}
          text={
            <>
              <p>
                {t(
                  `submission.attention.${isDecided ? 'decided' : isRefused ? 'refused' : state}Text`,
                )}
              </p>
              <AnswerText submission={submission} events={events} />
            </>
          }
          actions={
            <>
              {state === 'rejected' ? <PrepareCorrection submission={submission} /> : null}
              {isRefused && waits ? <FixRefused submission={submission} /> : null}
              {state === 'failed' && !isRefused ? (
                <>
                  <Retry submission={submission} />
                  <Together submission={submission} state="failed" />
                </>
              ) : null}
              {leave}
            </>
          }
        />
      );
    case 'unknown':
      if (submission.answerCode === 'answer_queued')
        return (
          <QueuedThere
            submission={submission}
            actions={<Resolve submission={submission} isSecond onOpen={onResolve} />}
          />
        );
      return (
        <Notice
          tone="violet"
          testId="attention"
          title={t('submission.attention.unknownTitle')}
          text={
            <>
              <p>{t('submission.attention.unknownText')}</p>
              <AnswerText submission={submission} events={events} />
            </>
          }
          actions={<Resolve submission={submission} onOpen={onResolve} />}
        />
      );
    case 'cancelled':
      return (
        <Notice
          tone="grey"
          testId="attention"
          title={t('submission.attention.cancelledTitle')}
          text={t('submission.attention.cancelledText')}
        />
      );
    case 'queued':
      return submission.heldBy === null ? null : (
        <Notice
          tone="violet"
          testId="attention"
          title={t('submission.attention.heldTitle')}
          text={t('submission.attention.heldText')}
          actions={
            <>
              <Button onClick={() => goTo('history', submission.heldBy)} data-testid="held-by">
                {t('submission.attention.heldBy')}
              </Button>
              <ReleaseButton companyId={submission.company.id} />
            </>
          }
        />
      );
    case 'sending':
    case 'accepted':
      return null;
  }
}
