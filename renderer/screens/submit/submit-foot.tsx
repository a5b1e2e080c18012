import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import type { CompanyProposal } from '../../shared/companies/company-proposal.ts';
import { useChoice } from '../../shared/layout/choice.tsx';
import { periodText } from '../../shared/quarter/quarter-words.ts';
import { SendingDuplicates } from '../../shared/sending/sending-duplicates.tsx';
import { SendingRefusal } from '../../shared/sending/sending-refusal.tsx';
import { useSending } from '../../shared/sending/use-sending.ts';
import { useRemoval } from '../../shared/worklist/use-removal.tsx';
import { type SendSummary, sendingProgress, summarize } from '../../shared/worklist/worklist.ts';
import { hasDialog } from '../../shell/focus-place.ts';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';
import { FirstSend } from './first-send.tsx';
import { FixAll, useFixAll } from './fixes/fix-all.tsx';
import { type FootActs, LastBatch, NewCompanies } from './foot-parts.tsx';
import { NothingToSend } from './nothing-to-send.tsx';
import { SendingFoot } from './sending-foot.tsx';
import styles from './submit.module.css';
import { UnconnectedFoot } from './unconnected-foot.tsx';

const CompanyDialog = laterDialog(
  async () => (await import('../../shared/companies/company-dialog.tsx')).CompanyDialog,
);

function useSummaryText(summary: SendSummary) {
  const { t, formats } = useTexts();
  const files = summary.fileIds.length;
  const ready = files - summary.undelivered;
  const parts = [
    ready > 0 ? t('submit.readyFiles', { count: ready }) : null,
    summary.undelivered > 0 ? t('submit.undeliveredFiles', { count: summary.undelivered }) : null,
  ];
  return {
    ready: parts.filter((part) => part !== null).join(' · '),
    amount: summary.amount === null ? null : formats.euros(summary.amount),
    // A quarter stays in one line.
    periods: summary.periods
      .map((period) => periodText(t, period).replaceAll(' ', '\u00a0'))
      .join(', '),
    send: [
      t('submit.send', { count: files }),
      t('submit.companies', { count: summary.companies }),
    ].join(' · '),
  };
}

interface ToSendProps {
  readonly files: readonly WorklistFile[];
  readonly narrowed: readonly WorklistFile[];
  readonly summary: SendSummary;
  /** Null while nothing is selected. */
  readonly chosen: readonly WorklistFile[] | null;
  readonly acts: FootActs;
}

function ToSend({ files, narrowed, summary, chosen, acts }: ToSendProps) {
  const { t } = useTexts();
  const status = useMethod('app.status', {});
  const words = useSummaryText(summary);
  const { ids, drop } = useChoice();
  const pressed = useRef(ids);
  // The files selected at the press are gone: the foot shows the rest again.
  const sending = useSending(() => drop(pressed.current));
  const send = () => {
    pressed.current = ids;
    sending.send(summary.fileIds);
  };
  const unconnected = status.data?.environment === 'none';
  // From anywhere in the screen, except under an open dialog.
  useHotkeys(
    [
      [
        'mod+Enter',
        () => {
          if (!unconnected && !sending.isSending && !hasDialog()) send();
        },
      ],
    ],
    [],
  );
  return (
    <>
      {sending.error === null ? <FirstSend /> : <SendingRefusal error={sending.error} />}
      <div className="z-panel z-foot" data-testid="submit-foot">
        <div className="z-foot-words">
          <p>
            <strong>
              {chosen === null ? words.ready : t('choice.chosen', { count: chosen.length })}
            </strong>
          </p>
          <p>
            {words.amount}
            {words.amount === null || words.periods === '' ? null : ' · '}
            {words.periods === '' ? null : (
              <span data-testid="submit-periods">{words.periods}</span>
            )}
          </p>
          {chosen === null ? (
            summary.left > 0 ? (
              <small>{t('submit.stayWithErrors', { count: summary.left })}</small>
            ) : null
          ) : (
            <ChosenHints
              summary={summary}
              count={chosen.length}
              rest={files.length - chosen.length}
            />
          )}
          <LastBatch files={files} />
        </div>
        <div className="z-foot-actions">
          <FixAll files={chosen ?? narrowed} {...acts.fixes} />
          {chosen === null ? (
            <NewCompanies summary={summary} primary={false} onCreate={acts.onCreate} />
          ) : (
            <DiscardChosen chosen={chosen} acts={acts} />
          )}
          <Button
            disabled={unconnected}
            loading={sending.isSending && sending.pending === null}
            onClick={send}
            data-testid="send-button"
          >
            {words.send}
            <kbd className={styles.key} aria-hidden>
              {t('submit.sendKey')}
            </kbd>
          </Button>
        </div>
      </div>
      <SendingDuplicates sending={sending} />
    </>
  );
}

/** The other files: selected ones that cannot be sent, and unselected ones. */
function ChosenHints({
  summary,
  count,
  rest,
}: Pick<ToSendProps, 'summary'> & { readonly count: number; readonly rest: number }) {
  const { t } = useTexts();
  const stay = count - summary.fileIds.length;
  const hints = [
    ...(stay > 0 ? [t('choice.notSendable', { count: stay })] : []),
    ...(rest > 0 ? [t('choice.rest', { count: rest })] : []),
  ];
  return hints.map((hint) => <small key={hint}>{hint}</small>);
}

interface ChosenProps {
  readonly chosen: readonly WorklistFile[];
  readonly acts: FootActs;
}

function DiscardChosen({ chosen, acts }: ChosenProps) {
  const { t } = useTexts();
  const { drop } = useChoice();
  const count = chosen.length;
  return (
    <Button
      variant="default"
      loading={acts.isRemoving}
      onClick={() => acts.onRemove(chosen, () => drop(chosen.map(({ id }) => id)))}
      data-testid="discard-chosen"
    >
      {t('choice.discard', { count })}
    </Button>
  );
}

/** No selected file can be sent. */
function NothingChosen({ chosen, acts }: ChosenProps) {
  const { t } = useTexts();
  const count = chosen.length;
  return (
    <div className="z-panel z-foot" data-testid="submit-foot">
      <div className="z-foot-words">
        <p>
          <strong>{t('choice.chosen', { count })}</strong>
        </p>
        <small>{t('choice.noneSendable')}</small>
      </div>
      <div className="z-foot-actions">
        <FixAll files={chosen} {...acts.fixes} />
        <DiscardChosen chosen={chosen} acts={acts} />
      </div>
    </div>
  );
}

interface SubmitFootProps {
  /** The filters of the list. */
  readonly files: readonly WorklistFile[];
  readonly all: readonly WorklistFile[];
}

/**
 * The foot of the worklist: the files that can be sent (of the selected ones, else of the filtered
 * ones), and the one button that sends. While the queue runs: its progress and how to stop it.
 */
export function SubmitFoot(props: SubmitFootProps) {
  // As the list changes, one foot follows another: these dialogs are in none of them.
  const [proposals, setProposals] = useState<readonly CompanyProposal[] | null>(null);
  const { dialog, ...fixes } = useFixAll();
  const { remove, isPending, question } = useRemoval();
  const acts: FootActs = {
    onCreate: setProposals,
    fixes,
    onRemove: remove,
    isRemoving: isPending,
  };
  return (
    <>
      <Foot {...props} acts={acts} />
      {proposals === null ? null : (
        <CompanyDialog proposals={proposals} onClose={() => setProposals(null)} />
      )}
      {dialog}
      {question}
    </>
  );
}

interface FootProps extends SubmitFootProps {
  readonly acts: FootActs;
}

function Foot({ files, all, acts }: FootProps) {
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
    return (
      <>
        {isSending ? <SendingFoot {...progress} /> : null}
        <ToSend
          files={all}
          narrowed={files}
          chosen={isChosen ? chosen : null}
          {...{ summary, acts }}
        />
      </>
    );
  }
  return isChosen ? (
    <NothingChosen {...{ chosen, acts }} />
  ) : (
    <NothingToSend {...{ files, summary, acts }} />
  );
}
