import { Button, Modal } from '@mantine/core';
import type { Authorization } from '../../../contract/authorization.ts';
import { type CallError, errorCodes } from '../../../contract/errors.ts';
import { useCommand } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { useTakenDocument } from './use-taken-document.ts';

/** A refusal inside a reading as one that can be put into words. */
export function toKnownError(error: {
  readonly code: string;
  readonly details: CallError['details'];
}): CallError {
  const code = errorCodes.find((candidate) => candidate === error.code) ?? 'internal';
  return { code, details: error.details };
}

/** Refusals that a person may overrule with an explicit yes. */
const overruled = {
  authorization_unresolved: 'confirmUnresolved',
  authorization_other_company: 'confirmOtherCompany',
} as const;

interface UploadDialogProps {
  readonly file: File;
  readonly authorization: Authorization;
  readonly onClose: () => void;
}

/** Shows a document before it goes to the service, and sends it when it is confirmed. */
export function UploadDialog({ file, authorization, onClose }: UploadDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const taken = useTakenDocument(file);
  const upload = useCommand('authorizations.upload', [
    'authorizations.get',
    'authorizations.list',
    'companies.list',
    'companies.get',
  ]);
  const { company, state } = authorization;
  const check = taken.data?.check;
  const isGood = check?.kind === 'good';
  const refusal = upload.error?.error;
  const isLost = refusal?.code === 'authorization_unknown';
  const confirmation =
    refusal !== undefined && Object.hasOwn(overruled, refusal.code)
      ? overruled[refusal.code as keyof typeof overruled]
      : null;

  function send(): void {
    if (taken.data === undefined || !isGood) return;
    upload.mutate(
      {
        companyId: company.id,
        fileId: taken.data.fileId,
        ...(confirmation === null ? {} : { [confirmation]: true }),
      },
      {
        onSuccess: () => {
          notify({ tone: 'good', lines: [t('authorization.received')] });
          onClose();
        },
      },
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('authorization.uploadTitle', { name: company.fullName })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <div className="z-form" data-testid="upload-dialog">
        {taken.isPending ? <SkeletonRows rows={4} label={t('authorization.checking')} /> : null}
        {taken.error === null ? null : <ErrorNotice error={taken.error.error} />}
        {check?.kind === 'refused' ? (
          <ErrorNotice error={toKnownError(check.error)} title={t('authorization.refused')} />
        ) : null}
        {taken.data !== undefined && check?.kind === 'good' ? (
          <DocumentPreview fileId={taken.data.fileId} name={taken.data.name} check={check} />
        ) : null}
        {isGood && state !== 'none' ? (
          <Notice tone={state === 'approved' ? 'amber' : 'grey'} title={t('authorization.replaces')} />
        ) : null}
        {refusal === undefined ? null : (
          // Of a lost answer nobody may say that nothing was uploaded.
          <ErrorNotice error={refusal} {...(isLost ? {} : { title: t('authorization.uploadFailed') })} />
        )}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t(isLost ? 'app.close' : 'app.cancel')}
          </Button>
          {isGood && !isLost ? (
            <Button onClick={send} loading={upload.isPending} data-testid="upload-send">
              {t(confirmation === null ? 'authorization.send' : 'authorization.sendAnyway')}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}
