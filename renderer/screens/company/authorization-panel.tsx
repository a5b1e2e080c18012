import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { CallError } from '../../../contract/errors.ts';
import { useCommand, useHost } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { AuthorizationPill, ExpiryPill } from '../companies/company-pills.tsx';
import { Section } from '../settings/section.tsx';
import { DecideDialog } from './decide-dialog.tsx';

const stale = ['authorizations.get', 'companies.get', 'companies.list', 'overview.get'] as const;

/** Where the authorization stands and what can be done. What the service has received waits for its review: only an approval is called one. */
export function AuthorizationPanel({ authorization }: { readonly authorization: Authorization }) {
  const { t, formats } = useTexts();
  const [deciding, setDeciding] = useState<'approved' | 'rejected' | null>(null);
  const companyId = authorization.company.id;
  const text = !authorization.required
    ? t('pageAuthorization.notRequired')
    : t(authorization.allowsSubmissions ? 'pageAuthorization.allows' : 'pageAuthorization.required');
  const day = (date: string) => formats.date(`${date}T12:00:00`);
  const { state, decidedOn, expiresOn, reason } = authorization;
  return (
    <Section
      title={t('pageAuthorization.title')}
      text={text}
      mark={
        <span className="z-states">
          <ExpiryPill authorization={authorization} />
          <AuthorizationPill state={state} />
        </span>
      }
      testId="authorization"
    >
      {state === 'pending_validation' ? <p>{t('pageAuthorization.receivedText')}</p> : null}
      {decidedOn === null ? null : (
        <p className="z-second z-small">{t('pageAuthorization.decidedOn', { date: day(decidedOn) })}</p>
      )}
      {expiresOn === null ? null : (
        <p className="z-second z-small">{t('pageAuthorization.expiresOn', { date: day(expiresOn) })}</p>
      )}
      {reason === null || reason === '' ? null : <p>{t('pageAuthorization.because', { reason })}</p>}
      {authorization.unresolved === null ? null : <Unresolved companyId={companyId} />}
      <Upload authorization={authorization} />
      {state === 'pending_validation' ? (
        <div className="z-form-actions">
          <Button variant="default" onClick={() => setDeciding('approved')} data-testid="record-approval">
            {t('pageAuthorization.approve')}
          </Button>
          <Button variant="default" onClick={() => setDeciding('rejected')} data-testid="record-rejection">
            {t('pageAuthorization.reject')}
          </Button>
        </div>
      ) : null}
      {deciding === null ? null : (
        <DecideDialog
          companyId={companyId}
          decision={deciding}
          stale={stale}
          onClose={() => setDeciding(null)}
        />
      )}
    </Section>
  );
}

function Unresolved({ companyId }: { readonly companyId: string }) {
  const { t } = useTexts();
  const resolve = useCommand('authorizations.resolve', stale);
  return (
    <Notice
      tone="violet"
      title={t('pageAuthorization.unresolvedTitle')}
      text={t('pageAuthorization.unresolvedText')}
      actions={
        <>
          <Button variant="default" onClick={() => resolve.mutate({ companyId, decision: 'received' })}>
            {t('pageAuthorization.received')}
          </Button>
          <Button variant="default" onClick={() => resolve.mutate({ companyId, decision: 'not_received' })}>
            {t('pageAuthorization.notReceived')}
          </Button>
        </>
      }
    />
  );
}

function Upload({ authorization }: { readonly authorization: Authorization }) {
  const { t } = useTexts();
  const notify = useNotify();
  const { bridge } = useHost();
  const [error, setError] = useState<CallError | null>(null);
  const [taking, setTaking] = useState(false);
  const upload = useCommand('authorizations.upload', stale);
  const take = async (file: File | null) => {
    if (file === null) return;
    setError(null);
    setTaking(true);
    const taken = await bridge.takeFiles([file]);
    setTaking(false);
    if (!taken.ok) return setError(taken.error);
    const fileId = taken.value[0]?.fileId;
    if (fileId === undefined) return;
    upload.mutate(
      { companyId: authorization.company.id, fileId },
      {
        onSuccess: () => notify({ tone: 'good', lines: [t('pageAuthorization.uploaded')] }),
        onError: (failure) => setError(failure.error),
      },
    );
  };
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} />}
      <div className="z-form-actions">
        <FileButton
          onChange={(file) => void take(file)}
          accept=".pdf,.jpg,.jpeg,.png"
          inputProps={{
            'aria-label': t('pageAuthorization.upload'),
            ...{ 'data-testid': 'authorization-file' },
          }}
        >
          {(props) => (
            <Button {...props} loading={taking || upload.isPending} disabled={!authorization.company.hasKey}>
              {t(
                authorization.document === null
                  ? 'pageAuthorization.upload'
                  : 'pageAuthorization.uploadAgain',
              )}
            </Button>
          )}
        </FileButton>
        <small className="z-second">{t('pageAuthorization.uploadHint')}</small>
      </div>
    </>
  );
}
