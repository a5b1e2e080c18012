import { Button } from '@mantine/core';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { batchHash, placeHash } from '../../router.ts';
import { proposeCompanies } from '../../shared/companies/company-proposal.ts';
import {
  countAttention,
  isAnswered,
  lastBatch,
  type SendSummary,
  standingOf,
} from '../../shared/worklist/worklist.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { FixAll } from './fixes/fix-all.tsx';
import { type FootActs, LastBatch, NewCompanies, Unauthorized } from './foot-parts.tsx';

interface NothingToSendProps {
  /** The filters of the list. */
  readonly files: readonly WorklistFile[];
  readonly summary: SendSummary;
  readonly acts: FootActs;
}

/** The foot while nothing can be sent: it shows the next step. */
export function NothingToSend({ files, summary, acts }: NothingToSendProps) {
  const { t } = useTexts();
  const worklist = useMethod('submissions.worklist', {});
  const companies = proposeCompanies(summary.newCompanies).length;
  const attention = countAttention(worklist.data?.files ?? []);
  const batch = lastBatch(worklist.data?.files ?? []);
  // No file is left to be sent; the menu above the list clears it at any time.
  const isClear = companies === 0 && summary.left === 0;
  // The files of the list are the next step.
  const isNext = companies === 0 && attention === 0;
  const hasErrors = files.some((file) => standingOf(file) === 'errors');
  const sent = (worklist.data?.files ?? []).filter(isAnswered);
  const [title, hint] =
    companies > 0
      ? [t('submit.newCompaniesText', { count: companies }), t('submit.newCompaniesHint')]
      : summary.judging > 0
        ? [t('drop.judging', { count: summary.judging }), t('submit.checkingText')]
        : summary.sent > 0
          ? [
              t('submit.allSent', { count: summary.sent }),
              attention > 0
                ? t('submit.sentAttention', { count: attention })
                : summary.left > 0
                  ? t('submit.stayWithErrors', { count: summary.left })
                  : t('submit.allSentHint'),
            ]
          : unsentWords(t, files);
  return (
    <div className="z-panel z-foot" data-testid="submit-foot">
      <div className="z-foot-words">
        <p>
          <strong>{title}</strong>
        </p>
        {hint === '' ? null : <small>{hint}</small>}
        {isClear && attention === 0 ? null : <LastBatch files={worklist.data?.files ?? []} />}
      </div>
      <div className="z-foot-actions">
        {isClear && sent.length > 0 ? (
          <Button variant="default" onClick={() => acts.onRemove(sent)} data-testid="clear-sent">
            {t('submit.clearSent')}
          </Button>
        ) : null}
        {isClear && sent.length > 0 && attention === 0 ? (
          <Button
            onClick={() => {
              window.location.hash = batch === null ? placeHash('history') : batchHash(batch);
            }}
            data-testid="open-batch"
          >
            {t(batch === null ? 'submit.openHistory' : 'batch.open')}
          </Button>
        ) : null}
        <FixAll files={files} primary={isNext} {...acts.fixes} />
        <Unauthorized files={files} primary={isNext && !hasErrors} />
        <NewCompanies summary={summary} primary onCreate={acts.onCreate} />
      </div>
    </div>
  );
}

/** The title and hint while nothing shown was sent, or can be. */
function unsentWords(t: Translate, files: readonly WorklistFile[]): readonly [string, string] {
  // The filters hide the list, and perhaps files that are ready.
  if (files.length === 0) return [t('submit.noneInTab'), ''];
  const isUnauthorized = files.every((file) => standingOf(file) === 'noAuthorization');
  const hint = isUnauthorized ? 'submit.nothingReadyAuthorization' : 'submit.nothingReadyHint';
  return [t('submit.nothingReady'), t(hint)];
}
