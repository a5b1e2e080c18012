import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { batchHash, goTo, placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { CompanyDialog } from '../companies/company-dialog.tsx';
import { proposeCompanies } from '../companies/company-proposal.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { SendingFoot } from './sending-foot.tsx';
import { SendingRefusal } from './sending-refusal.tsx';
import { useSending } from './use-sending.ts';
import {
  countAttention,
  lastBatch,
  type SendSummary,
  sendingProgress,
  standingOf,
  summarize,
} from './worklist.ts';

function useSummaryText(summary: SendSummary) {
  const { t, formats } = useTexts();
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const files = summary.fileIds.length;
  return {
    counted,
    ready: t('submit.readyFiles', counted(files)),
    rest: [
      t('submit.companies', counted(summary.companies)),
      t('submit.records', counted(summary.records)),
      `${formats.amount(summary.amount)} €`,
    ]
      // A line may break between the parts, not inside one.
      .map((part) => part.replaceAll(' ', '\u00a0'))
      .join(' · '),
    send: t('submit.send', counted(files)),
  };
}

function ToSend({
  files,
  summary,
}: {
  readonly files: readonly WorklistFile[];
  readonly summary: SendSummary;
}) {
  const { t } = useTexts();
  const status = useMethod('app.status', {});
  const words = useSummaryText(summary);
  const sending = useSending(files);
  const unconnected = status.data?.environment === 'none';
  return (
    <>
      {sending.error === null ? null : <SendingRefusal error={sending.error} />}
      <div className="z-panel z-foot" data-testid="submit-foot">
        <div className="z-foot-words">
          <p>
            <strong>{words.ready}</strong> · {words.rest}
          </p>
          {summary.left > 0 ? <small>{t('submit.stayWithErrors', words.counted(summary.left))}</small> : null}
        </div>
        <div className="z-foot-actions">
          <NewCompanies summary={summary} primary={false} />
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

/** Offers the companies that files of the list are waiting for. */
function NewCompanies({ summary, primary }: { readonly summary: SendSummary; readonly primary: boolean }) {
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
              attention > 0 ? t('submit.sentAttention', counted(attention)) : t('submit.allSentHint'),
            ]
          : [t('submit.nothingReady'), t('submit.nothingReadyHint')];
  return (
    <div className="z-panel z-foot" data-testid="submit-foot">
      <div className="z-foot-words">
        <p>
          <strong>{title}</strong>
        </p>
        <small>{hint}</small>
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
                component="a"
                href={batch === null ? placeHash('history') : batchHash(batch)}
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

function Unconnected() {
  const { t } = useTexts();
  const useSandbox = useCommand('connection.useSandbox', [
    'connection.get',
    'app.status',
    'territories.list',
    'submissions.worklist',
  ]);
  return (
    <>
      {useSandbox.error === null ? null : <ErrorNotice error={useSandbox.error.error} />}
      <div className="z-panel z-foot" data-testid="submit-foot">
        <div className="z-foot-words">
          <p>
            <strong>{t('submit.needConnection')}</strong>
          </p>
          <small>{t('submit.needConnectionHint')}</small>
        </div>
        <div className="z-foot-actions">
          <Button variant="default" onClick={() => goTo('settings')}>
            {t('rail.settings')}
          </Button>
          <Button loading={useSandbox.isPending} onClick={() => useSandbox.mutate({})}>
            {t('submit.practise')}
          </Button>
        </div>
      </div>
    </>
  );
}

/** The foot of the worklist: what can be sent, and the one button that does it; while the queue runs, how far it is. */
export function SubmitFoot({ files }: { readonly files: readonly WorklistFile[] }) {
  const status = useMethod('app.status', {});
  const summary = summarize(files);
  const progress = sendingProgress(files);
  const hasWork = summary.fileIds.length > 0 || summary.newCompanies.length > 0;
  if (progress.done < progress.total && summary.fileIds.length === 0) return <SendingFoot {...progress} />;
  if (status.data?.environment === 'none' && hasWork) return <Unconnected />;
  return summary.fileIds.length > 0 ? (
    <ToSend files={files} summary={summary} />
  ) : (
    <NothingToSend summary={summary} />
  );
}
