import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { MethodName } from '../../../contract/methods.ts';
import { useCommand } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';

interface DecideDialogProps {
  readonly companyId: string;
  readonly decision: 'approved' | 'rejected';
  readonly stale: readonly MethodName[];
  readonly onClose: () => void;
}

/** Records what the review came to: it is told outside the service's interface, so a person writes it down. */
export function DecideDialog({ companyId, decision, stale, onClose }: DecideDialogProps) {
  const { t } = useTexts();
  const decide = useCommand('authorizations.decide', stale);
  const [date, setDate] = useState('');
  const [expiresOn, setExpiresOn] = useState('');
  const [reason, setReason] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    decide.mutate(
      {
        companyId,
        decision,
        ...(date === '' ? {} : { date }),
        ...(expiresOn === '' ? {} : { expiresOn }),
        ...(reason === '' ? {} : { reason }),
      },
      { onSuccess: onClose },
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('pageAuthorization.decideTitle')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form className="z-form" onSubmit={submit} data-testid="decide-dialog">
        <TextInput
          type="date"
          label={t('pageAuthorization.decisionDate')}
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        {decision === 'approved' ? (
          <TextInput
            type="date"
            label={t('pageAuthorization.expires')}
            description={t('pageAuthorization.expiresHint')}
            value={expiresOn}
            onChange={(event) => setExpiresOn(event.currentTarget.value)}
          />
        ) : (
          <Textarea
            label={t('pageAuthorization.reason')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {decide.error === null ? null : <ErrorNotice error={decide.error.error} />}
        <div className="z-form-actions">
          <Button variant="default" onClick={onClose}>
            {t('pageAuthorization.cancel')}
          </Button>
          <Button type="submit" loading={decide.isPending}>
            {t('pageAuthorization.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
