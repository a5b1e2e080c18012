import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useCorrections, usePreparing } from './use-corrections.ts';

/** Makes the files that correct a submission, or leads to them where they wait on Submit. */
export function PrepareCorrection({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const preparing = usePreparing(submission.id);
  return (
    <>
      {preparing.error === null ? null : (
        <ErrorNotice error={preparing.error} title={t('corrections.failed')} />
      )}
      {preparing.waysForRecorded.map((which, index) => (
        <Button
          key={which}
          variant={index === 0 ? 'filled' : 'default'}
          loading={preparing.isMaking}
          onClick={() => preparing.makeOne(which)}
          data-testid={`make-${which}`}
        >
          {t(which === 'not_recorded' ? 'corrections.leaveOut' : 'corrections.modify')}
        </Button>
      ))}
      {preparing.canMake ? (
        <Button
          // Another creation of a record in the LROE is refused again, unless it is edited first.
          variant={preparing.waysForRecorded.length > 0 ? 'default' : 'filled'}
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

/** Cancels a submission's records in the ledger; empty where it has none. */
export function CancelRecords({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const cancellable = useCorrections(submission.id)?.cancellable ?? 0;
  if (cancellable === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)} data-testid="cancel-records">
        {t('corrections.cancel')}
      </Button>
      {opened ? (
        <CancelDialog
          submission={submission}
          cancellable={cancellable}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}
