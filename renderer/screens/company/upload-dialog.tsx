import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import {
  confirmationOf,
  toKnownError,
  withName,
} from '../../shared/authorizations/confirmation.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { useTakenDocument } from './use-taken-document.ts';

interface UploadDialogProps {
  readonly file: File;
  /** The number of others dropped with it: a company has one document, so they are ignored. */
  readonly others: number;
  readonly authorization: Authorization;
  readonly onClose: () => void;
}

/** Shows a document before the upload, and sends it on confirmation. */
export function UploadDialog({ file, others, authorization, onClose }: UploadDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const taken = useTakenDocument(file);
  const { company, state, required } = authorization;
  const upload = useCommand(
    'authorizations.upload',
    ['authorizations.get', 'authorizations.list', 'companies.list', 'companies.get'],
    {
      about: () => company.fullName,
      onDone: () => notify({ tone: 'good', lines: [t('authorization.received')] }),
    },
  );
  const check = taken.data?.check;
  const isGood = check?.kind === 'good';
  const sendButton = useRef<HTMLButtonElement>(null);
  // It arrives with the checked document; until then the dialog has only its ✕.
  useEffect(() => {
    if (isGood) sendButton.current?.focus();
  }, [isGood]);
  const refusal = upload.error?.error;
  const isLost = refusal?.code === 'authorization_unknown';
  // What was handed to the service cannot be taken back.
  const isGone = upload.isPending;
  const confirmation = refusal === undefined ? null : confirmationOf(refusal);

  function send(): void {
    if (taken.data === undefined || !isGood) return;
    const input = { companyId: company.id, fileId: taken.data.fileId };
    // What was confirmed before stays confirmed: a second refusal asks for something else.
    upload.mutate({ ...upload.variables, ...input, ...confirmation }, { onSuccess: onClose });
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('authorization.uploadTitle', { name: company.fullName })}
      size="lg"
    >
      <div className="z-form" data-testid="upload-dialog">
        {others > 0 ? (
          <Notice
            tone="amber"
            testId="only-one"
            title={t('authorization.onlyOne', { name: file.name })}
          />
        ) : null}
        {taken.isPending ? <SkeletonRows rows={4} label={t('authorization.checking')} /> : null}
        {taken.error === null ? null : <ErrorNotice error={taken.error.error} />}
        {check?.kind === 'refused' ? (
          <ErrorNotice
            error={withName(toKnownError(check.error), file.name)}
            title={t('authorization.refused')}
          />
        ) : null}
        {taken.data !== undefined && check?.kind === 'good' ? (
          <DocumentPreview fileId={taken.data.fileId} name={taken.data.name} check={check} />
        ) : null}
        {isGood && state !== 'none' ? (
          <Notice
            tone={state === 'approved' ? 'amber' : 'grey'}
            title={t(
              state === 'approved' && required
                ? 'authorization.replacesApproved'
                : 'authorization.replaces',
            )}
          />
        ) : null}
        {refusal === undefined ? null : (
          // After a lost answer, “nothing was uploaded” would be wrong.
          <ErrorNotice
            error={refusal}
            {...(isLost ? {} : { title: t('authorization.uploadFailed') })}
          />
        )}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t(isLost || isGone || check?.kind === 'refused' ? 'app.close' : 'app.cancel')}
          </Button>
          {isGood && !isLost ? (
            <Button
              ref={sendButton}
              onClick={send}
              loading={upload.isPending}
              data-testid="upload-send"
            >
              {t(confirmation === null ? 'authorization.send' : 'authorization.sendAnyway')}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
