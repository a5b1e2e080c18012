import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useCorrections, usePreparing } from './use-corrections.ts';

/** Makes the files that correct a submission, or links to them if they are on Submit. */
export function PrepareCorrection({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const preparing = usePreparing(submission.id);
  return (
    <>
      {preparing.error === null ? null : (
        <ErrorNotice error={preparing.error} title={t('corrections.failed')} />
      )}
      {preparing.otherWays.map(({ words, makes }, index) => (
        <Button
          key={words}
          variant={index === 0 ? 'filled' : 'default'}
          loading={preparing.isMaking}
          onClick={() => preparing.makeThese(makes)}
          data-testid={`make-${makes[0]}`}
        >
          {t(words)}
        </Button>
      ))}
      {preparing.canMake ? (
        <Button
          // The same file would be refused again unless it is edited first.
          variant={preparing.otherWays.length > 0 ? 'default' : 'filled'}
          loading={preparing.isMaking}
          onClick={preparing.make}
          data-testid="prepare-correction"
        >
          {t('corrections.prepare')}
        </Button>
      ) : null}
      {preparing.isWaiting ? (
        <Button onClick={preparing.see} data-testid="see-correction">
          {t('corrections.see')}
        </Button>
      ) : null}
    </>
  );
}

/** Leads to the file that the service refused, which is still on Submit, or puts it there again. */
export function FixRefused({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const { data } = useMethod('submissions.worklist', {});
  const file = data?.files.find((each) => each.submission?.id === submission.id);
  if (data === undefined) return null;
  if (file === undefined) return <PrepareCorrection submission={submission} />;
  return (
    <Button onClick={() => goTo('submit', file.id)} data-testid="fix-on-submit">
      {t('corrections.fixThere')}
    </Button>
  );
}

interface CancelRecordsProps {
  readonly submission: Submission;
  readonly size?: 'xs' | 'sm';
  /** Whether its records have results, to choose some of them. */
  readonly hasResults?: boolean;
}

/** Cancels a submission's records in the ledger; empty where it has none. */
export function CancelRecords(props: CancelRecordsProps) {
  const { submission, size = 'sm', hasResults = true } = props;
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const cancellable = useCorrections(submission.id)?.cancellable ?? 0;
  if (cancellable === 0) return null;
  return (
    <>
      <Button
        variant="default"
        size={size}
        onClick={() => setOpened(true)}
        data-testid="cancel-records"
      >
        {t('corrections.cancel')}
      </Button>
      {opened ? (
        <CancelDialog
          submission={submission}
          cancellable={cancellable}
          hasResults={hasResults}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}
