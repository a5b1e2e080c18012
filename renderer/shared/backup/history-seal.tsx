import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ChainState } from '../../../contract/history.ts';
import { useHost, useMethod } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { Section } from '../layout/section.tsx';
import styles from './backup.module.css';

/** The seal of the history, the check of the whole, and the question about one that went back. */
export function HistorySeal() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('history.chain', {});
  const check = useCommand('backup.check', ['history.chain']);
  const { bridge } = useHost();
  const { reset } = check;
  // The result is of the history before.
  useEffect(
    () => bridge.subscribe(({ name }) => name === 'history.replaced' && reset()),
    [bridge, reset],
  );
  if (data === undefined)
    return error && <ErrorNotice error={error.error} onRetry={() => void refetch()} />;
  const checked = check.data?.chain;
  if (data.question !== null)
    return (
      <Section title={t('backup.seal.title')} testId="history-seal">
        <WentBack question={data.question} />
      </Section>
    );
  return (
    <Section title={t('backup.seal.title')} text={sealText(data, t)} testId="history-seal">
      {checked === undefined ? null : (
        <p className="z-small" role="status">
          {t(checked.unverified > 0 ? 'backup.seal.unverified' : 'backup.seal.intact', {
            count: checked.links,
          })}
        </p>
      )}
      {check.error === null ? null : <ErrorNotice error={check.error.error} />}
      <div className="z-form-actions">
        <Button
          variant="default"
          loading={check.isPending}
          onClick={() => check.mutate({})}
          data-testid="check-history"
        >
          {t('backup.seal.check')}
        </Button>
      </div>
      {data.publicKey === null ? null : (
        <TechnicalDetails label={t('app.technicalDetails')}>
          <p className={styles.sealKey}>{t('backup.seal.publicKey', { key: data.publicKey })}</p>
        </TechnicalDetails>
      )}
    </Section>
  );
}

type Say = ReturnType<typeof useTexts>['t'];

function sealText({ links, sealedUpTo }: ChainState, t: Say): string {
  if (links === 0) return t('backup.seal.empty');
  if (sealedUpTo === 0) return t('backup.seal.unsealed');
  return t(sealedUpTo === links ? 'backup.seal.sealed' : 'backup.seal.waiting');
}

/** The missing submissions, as far as known, and the decision to go on without them. */
function WentBack({ question }: { readonly question: NonNullable<ChainState['question']> }) {
  const { t, formats } = useTexts();
  const { data } = useMethod('history.missing', {});
  const [isAsked, setIsAsked] = useState(false);
  const { known, found } = question;
  const missing = data?.submissions ?? [];
  const isOther = question.reason === 'differs' || question.reason === 'other_history';
  return (
    <>
      <Notice
        tone="red"
        title={t(isOther ? 'backup.seal.otherTitle' : 'backup.seal.wentBackTitle')}
        text={
          known === null
            ? t('backup.seal.wentBackUnknown')
            : t(isOther ? 'backup.seal.otherText' : 'backup.seal.wentBackText', {
                known: formats.count(known.submission),
                when: formats.moment(known.at),
                found: formats.count(found.submission),
              })
        }
        testId="history-went-back"
        actions={
          <Button variant="default" onClick={() => setIsAsked(true)} data-testid="history-continue">
            {t('backup.seal.continue')}
          </Button>
        }
      />
      {missing.length === 0 ? null : (
        <ul className="z-small" aria-label={t('backup.seal.missing')}>
          {missing.map(({ id, file, company, at }) => (
            <li key={id}>{`${file} · ${company} · ${formats.moment(at)}`}</li>
          ))}
        </ul>
      )}
      {isAsked ? <ContinueDialog onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}

/** Continuing cannot be undone: its meaning is said once more. */
function ContinueDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const proceed = useCommand('history.continue', ['history.chain', 'app.status']);
  return (
    <Dialog onClose={onClose} title={t('backup.seal.continue')}>
      <DialogForm
        testId="continue-dialog"
        isFinal
        save={t('backup.seal.continueConfirm')}
        isSaving={proceed.isPending}
        error={proceed.error}
        onClose={onClose}
        onSave={() => proceed.mutate({}, { onSuccess: onClose })}
      >
        <p>{t('backup.seal.continueText')}</p>
      </DialogForm>
    </Dialog>
  );
}
