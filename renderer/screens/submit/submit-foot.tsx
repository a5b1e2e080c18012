import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { batchHash, placeHash } from '../../router.ts';
import { CompanyDialog } from '../../shared/companies/company-dialog.tsx';
import { proposeCompanies } from '../../shared/companies/company-proposal.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { DuplicateDialog } from '../../shared/sending/duplicate-dialog.tsx';
import { SendingRefusal } from '../../shared/sending/sending-refusal.tsx';
import {
  countAttention,
  lastBatch,
  type SendSummary,
  sendingProgress,
  standingOf,
  summarize,
} from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { FirstSend } from './first-send.tsx';
import { SendingFoot } from './sending-foot.tsx';
import { UnconnectedFoot } from './unconnected-foot.tsx';
import { useSending } from './use-sending.ts';

function useSummaryText(summary: SendSummary) {
  const { t, formats } = useTexts();
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const files = summary.fileIds.length;
  return {
    counted,
    ready: t('submit.readyFiles', counted(files)),
    amount: `${formats.amount(summary.amount)}\u00a0€`,
    send: [
      t('submit.send', counted(files)),
      t('submit.companies', counted(summary.companies)),
      t('submit.records', counted(summary.records)),
    ].join(' · '),
  };
}

interface ToSendProps {
  readonly files: readonly WorklistFile[];
  readonly summary: SendSummary;
  /** How many are chosen, and how many of the list are not; null while nothing is chosen. */
  readonly chosen: { readonly count: number; readonly rest: number } | null;
}

function ToSend({ files, summary, chosen }: ToSendProps) {
  const { t } = useTexts();
  const status = useMethod('app.status', {});
  const words = useSummaryText(summary);
  const { clear } = useChoice();
  // What was chosen has gone: the foot is about the rest again.
  const sending = useSending(clear);
  const unconnected = status.data?.environment === 'none';
  return (
    <>
      {sending.error === null ? <FirstSend /> : <SendingRefusal error={sending.error} />}
      <div className="z-panel z-foot" data-testid="submit-foot">
        <div className="z-foot-words">
          <p>
            <strong>
              {chosen === null ? words.ready : t('choice.chosen', words.counted(chosen.count))}
            </strong>{' '}
            · {words.amount}
          </p>
          {chosen === null ? (
            summary.left > 0 ? (
              <small>{t('submit.stayWithErrors', words.counted(summary.left))}</small>
            ) : null
          ) : (
            <ChosenHints summary={summary} chosen={chosen} />
          )}
          <LastBatch files={files} />
        </div>
        <div className="z-foot-actions">
          {chosen === null ? <NewCompanies summary={summary} primary={false} /> : <DiscardChosen />}
          <Button
            disabled={unconnected}
            loading={sending.isSending && sending.pending === null}
            onClick={() => sending.send(summary.fileIds)}
            data-testid="send-button"
          >
            {words.send}
          </Button>
        </div>
      </div>
      {sending.pending === null ? null : (
        <DuplicateDialog
          duplicates={sending.pending.duplicates}
          others={sending.others.length}
          isSending={sending.isSending}
          onSendAnyway={sending.sendAnyway}
          onSendOthers={sending.sendOthers}
          onLeave={sending.leave}
        />
      )}
    </>
  );
}

/** Where the files that were sent last are summed up. */
function LastBatch({ files }: { readonly files: readonly WorklistFile[] }) {
  const { t } = useTexts();
  const batch = lastBatch(files);
  if (batch === null) return null;
  return (
    <a className="z-small" href={batchHash(batch)} data-testid="open-batch">
      {t('batch.last')}
    </a>
  );
}

/**
 * What becomes of the others: those that were chosen and cannot go, and those that were not chosen.
 */
function ChosenHints({
  summary,
  chosen,
}: Pick<ToSendProps, 'summary'> & {
  readonly chosen: { readonly count: number; readonly rest: number };
}) {
  const { t, formats } = useTexts();
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const stay = chosen.count - summary.fileIds.length;
  const hints = [
    ...(stay > 0 ? [t('choice.notSendable', counted(stay))] : []),
    ...(chosen.rest > 0 ? [t('choice.rest', counted(chosen.rest))] : []),
  ];
  return hints.map((hint) => <small key={hint}>{hint}</small>);
}

function DiscardChosen() {
  const { t, formats } = useTexts();
  const { ids, clear } = useChoice();
  const discard = useCommand('submissions.discard', ['submissions.worklist']);
  const count = ids.size;
  return (
    <Button
      variant="default"
      loading={discard.isPending}
      onClick={() => discard.mutate({ fileIds: [...ids] }, { onSuccess: clear })}
      data-testid="discard-chosen"
    >
      {t('choice.discard', { count, formatted: formats.count(count) })}
    </Button>
  );
}

/** What was chosen holds nothing that can be sent. */
function NothingChosen({ count }: { readonly count: number }) {
  const { t, formats } = useTexts();
  return (
    <div className="z-panel z-foot" data-testid="submit-foot">
      <div className="z-foot-words">
        <p>
          <strong>{t('choice.chosen', { count, formatted: formats.count(count) })}</strong>
        </p>
        <small>{t('choice.noneSendable')}</small>
      </div>
      <div className="z-foot-actions">
        <DiscardChosen />
      </div>
    </div>
  );
}

/** Offers the companies that files of the list are waiting for. */
function NewCompanies({
  summary,
  primary,
}: {
  readonly summary: SendSummary;
  readonly primary: boolean;
}) {
  const { t, formats } = useTexts();
  const [opened, setOpened] = useState(false);
  const proposals = proposeCompanies(summary.newCompanies);
  const count = proposals.length;
  if (count === 0) return null;
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'default'}
        onClick={() => setOpened(true)}
        data-testid="create-companies"
      >
        {t('submit.createCompanies', { count, formatted: formats.count(count) })}
      </Button>
      {opened ? <CompanyDialog proposals={proposals} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function NothingToSend({ summary }: { readonly summary: SendSummary }) {
  const { t, formats } = useTexts();
  const discard = useCommand('submissions.discard', ['submissions.worklist']);
  const worklist = useMethod('submissions.worklist', {});
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const companies = proposeCompanies(summary.newCompanies).length;
  const attention = countAttention(worklist.data?.files ?? []);
  const batch = lastBatch(worklist.data?.files ?? []);
  const sentIds = (worklist.data?.files ?? [])
    .filter((file) => standingOf(file) === 'sent')
    .map((file) => file.id);
  const [title, hint] =
    companies > 0
      ? [t('submit.newCompaniesText', counted(companies)), t('submit.newCompaniesHint')]
      : summary.judging > 0
        ? [t('drop.judging', { count: summary.judging }), t('submit.checkingText')]
        : summary.sent > 0
          ? [
              t('submit.allSent', counted(summary.sent)),
              attention > 0
                ? t('submit.sentAttention', counted(attention))
                : t('submit.allSentHint'),
            ]
          : [t('submit.nothingReady'), t('submit.nothingReadyHint')];
  return (
    <div className="z-panel z-foot" data-testid="submit-foot">
      <div className="z-foot-words">
        <p>
          <strong>{title}</strong>
        </p>
        <small>{hint}</small>
        {companies > 0 ? <LastBatch files={worklist.data?.files ?? []} /> : null}
      </div>
      <div className="z-foot-actions">
        {sentIds.length > 0 ? (
          <>
            <Button
              variant="default"
              onClick={() => discard.mutate({ fileIds: sentIds })}
              data-testid="clear-sent"
            >
              {t('submit.clearSent')}
            </Button>
            {companies > 0 ? null : (
              <Button
                onClick={() => {
                  window.location.hash = batch === null ? placeHash('history') : batchHash(batch);
                }}
                data-testid="open-batch"
              >
                {t(batch === null ? 'submit.openHistory' : 'batch.open')}
              </Button>
            )}
          </>
        ) : null}
        <NewCompanies summary={summary} primary />
      </div>
    </div>
  );
}

interface SubmitFootProps {
  /** What the list is narrowed to. */
  readonly files: readonly WorklistFile[];
  readonly all: readonly WorklistFile[];
}

/**
 * The foot of the worklist: what can be sent (of what is chosen, else of what the list is narrowed
 * to), and the one button that does it; while the queue runs, how far it is, with the ways to stop
 * it, whatever else could be sent meanwhile.
 */
export function SubmitFoot({ files, all }: SubmitFootProps) {
  const status = useMethod('app.status', {});
  const { ids } = useChoice();
  const chosen = useMemo(() => all.filter(({ id }) => ids.has(id)), [all, ids]);
  const isChosen = chosen.length > 0;
  const summary = useMemo(() => summarize(isChosen ? chosen : files), [isChosen, chosen, files]);
  const progress = useMemo(() => sendingProgress(all), [all]);
  const hasWork = summary.fileIds.length > 0 || summary.newCompanies.length > 0;
  const isSending = progress.done < progress.total;
  if (isSending && summary.fileIds.length === 0) return <SendingFoot {...progress} />;
  if (status.data?.environment === 'none' && hasWork) return <UnconnectedFoot />;
  if (summary.fileIds.length > 0) {
    const count = chosen.length;
    const shares = isChosen ? { count, rest: all.length - count } : null;
    return (
      <>
        {isSending ? <SendingFoot {...progress} /> : null}
        <ToSend files={all} summary={summary} chosen={shares} />
      </>
    );
  }
  return isChosen ? <NothingChosen count={chosen.length} /> : <NothingToSend summary={summary} />;
}
