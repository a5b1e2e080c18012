import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { Company } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { DecisionDialog } from '../../shared/authorizations/decision-dialog.tsx';
import { NoteDialog } from '../../shared/authorizations/note-dialog.tsx';
import { AuthorizationPill, ExpiryPill } from '../../shared/companies/company-pills.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { FileChoice } from '../../ui/file-choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { TemplateLine } from './template-line.tsx';

type Opened = 'decide' | 'note' | 'expiry' | null;

function Explanation({ authorization }: { readonly authorization: Authorization }) {
  const { t, formats } = useTexts();
  const { state, reason } = authorization;
  const connection = useMethod('connection.get', {});
  // Without that status only companies in Araba need none.
  const why =
    connection.data?.softwareGarante?.holds === true
      ? 'authorization.notRequiredGarante'
      : 'authorization.notRequiredAraba';
  const day = (iso: string | null) => (iso === null ? '—' : formats.day(iso));
  return (
    <div className="z-second">
      {authorization.required || state !== 'none' ? (
        <p>
          {t(`authorization.explain.${state}`, {
            decidedOn: day(authorization.decidedOn),
            expiresOn: day(authorization.expiresOn),
          })}
        </p>
      ) : null}
      {state === 'rejected' && reason !== null && reason !== '' ? (
        <p>{t('authorization.reasonGiven', { reason })}</p>
      ) : null}
      {authorization.required || connection.data === undefined ? null : <p>{t(why)}</p>}
    </div>
  );
}

/** An upload whose answer was lost: only the service's panel tells. */
function UnresolvedUpload({ authorization }: { readonly authorization: Authorization }) {
  const { t, formats } = useTexts();
  const { unresolved, company } = authorization;
  const resolve = useCommand(
    'authorizations.resolve',
    ['authorizations.get', 'authorizations.list'],
    { about: () => company.fullName },
  );
  if (unresolved === null) return null;
  const busy = resolve.isPending ? resolve.variables.decision : null;
  const decide = (decision: 'received' | 'not_received') =>
    resolve.mutate({ companyId: company.id, decision });
  return (
    <>
      <Notice
        tone="violet"
        testId="authorization-unresolved"
        title={t('authorization.unresolvedTitle', { name: unresolved.name })}
        text={t('authorization.unresolvedText', { when: formats.moment(unresolved.at) })}
        actions={
          <>
            <Button
              variant="default"
              loading={busy === 'not_received'}
              disabled={busy === 'received'}
              onClick={() => decide('not_received')}
            >
              {t('authorization.wasNotReceived')}
            </Button>
            <Button
              loading={busy === 'received'}
              disabled={busy === 'not_received'}
              onClick={() => decide('received')}
            >
              {t('authorization.wasReceived')}
            </Button>
          </>
        }
      />
      {resolve.error === null ? null : <ErrorNotice error={resolve.error.error} />}
    </>
  );
}

/** Why no document can be uploaded for a company now; null when one can. */
export function uploadObstacle({ key, archivedAt }: Company, { sending }: Authorization) {
  if (archivedAt !== null) return 'company.archivedTitle';
  if (!key.present) return 'authorization.needsKey';
  return sending ? 'authorization.underWay' : null;
}

interface AuthorizationPanelProps {
  readonly company: Company;
  readonly authorization: Authorization;
  readonly onFile: (file: File) => void;
}

/** The state of a company's authorization, its meaning, and its actions. */
export function AuthorizationPanel({ company, authorization, onFile }: AuthorizationPanelProps) {
  const { t } = useTexts();
  const [opened, setOpened] = useState<Opened>(null);
  const { state, unresolved, sending } = authorization;
  // No document is missing where none is needed.
  const isShown = authorization.required || state !== 'none';
  const isQuiet = unresolved === null && !sending;
  const mayUpload = uploadObstacle(company, authorization) === null;
  // A noted document may be noted again, with its right day.
  const canNote = state !== 'pending_validation' || authorization.document === null;
  const close = () => setOpened(null);
  // While an answer is missing, resolving it comes first.
  const isNext = isQuiet && authorization.required && (state === 'none' || state === 'rejected');
  return (
    <section
      className="z-panel z-section"
      aria-label={t('authorization.title')}
      data-testid="authorization-panel"
    >
      <div className="z-section-head">
        <h2 className="z-panel-title">{t('authorization.title')}</h2>
        <span className="z-states">
          <ExpiryPill authorization={authorization} />
          {isShown ? <AuthorizationPill state={state} /> : null}
        </span>
      </div>
      <Explanation authorization={authorization} />
      <TemplateLine isNeeded={isNext} />
      <UnresolvedUpload authorization={authorization} />
      <div className="z-form-actions">
        <FileChoice
          single
          label={t('authorization.fileInput')}
          testId="authorization-input"
          onFiles={(files) => files[0] !== undefined && onFile(files[0])}
        >
          {(open) => (
            <Button
              variant={isNext && mayUpload ? 'filled' : 'default'}
              disabled={!mayUpload}
              onClick={open}
              data-testid="authorization-upload"
            >
              {t('authorization.upload')}
            </Button>
          )}
        </FileChoice>
        {state === 'pending_validation' && isQuiet ? (
          <Button onClick={() => setOpened('decide')} data-testid="authorization-decide">
            {t('authorization.decide')}
          </Button>
        ) : null}
        {state === 'approved' ? (
          <Button
            variant="default"
            onClick={() => setOpened('expiry')}
            data-testid="authorization-expiry"
          >
            {t('authorization.setExpiry')}
          </Button>
        ) : null}
        {canNote && isQuiet && company.state === 'registered' ? (
          <Button
            variant="default"
            onClick={() => setOpened('note')}
            data-testid="authorization-note"
          >
            {t('authorization.note')}
          </Button>
        ) : null}
        <small className="z-second">
          {t(company.key.present ? 'authorization.uploadHint' : 'authorization.needsKey')}
        </small>
      </div>
      {opened === 'decide' ? (
        <DecisionDialog authorizations={[authorization]} onClose={close} />
      ) : null}
      {opened === 'note' ? <NoteDialog authorizations={[authorization]} onClose={close} /> : null}
      {opened === 'expiry' ? <ExpiryDialog authorization={authorization} onClose={close} /> : null}
    </section>
  );
}
