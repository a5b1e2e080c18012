import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { useCommand } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';
import { addYears, today } from './days.ts';

const maxYears = 5;

interface DecisionDialogProps {
  readonly authorization: Authorization;
  readonly onClose: () => void;
}

/** Notes what the review decided: approved until a day, or rejected with its reason. */
export function DecisionDialog({ authorization, onClose }: DecisionDialogProps) {
  const { t, formats } = useTexts();
  const legendId = useId();
  // What stands here is what is decided on, whatever comes while the dialog is open.
  const [reviewed] = useState(authorization.document);
  const [decision, setDecision] = useState<'approved' | 'rejected'>('approved');
  const [date, setDate] = useState(() => today());
  const [expiresOn, setExpiresOn] = useState('');
  const [reason, setReason] = useState('');
  const decide = useCommand('authorizations.decide', [
    'authorizations.get',
    'authorizations.list',
    'companies.list',
    'companies.get',
  ]);
  const isApproved = decision === 'approved';
  const { company } = authorization;

  function submit(): void {
    const days = date === '' ? {} : { date };
    const rest = isApproved
      ? expiresOn === ''
        ? {}
        : { expiresOn }
      : { reason: reason.trim() === '' ? null : reason };
    const documentId = reviewed?.id ?? null;
    decide.mutate(
      { companyId: company.id, decision, documentId, ...days, ...rest },
      { onSuccess: onClose },
    );
  }
  return (
    <Dialog onClose={onClose} title={t('authorization.decideTitle')} size="lg">
      <DialogForm
        testId="decision-dialog"
        save={t('authorization.saveDecision')}
        isSaving={decide.isPending}
        error={decide.error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={submit}
      >
        <p className="z-second">{t('authorization.decideText', { name: company.fullName })}</p>
        {reviewed === null ? null : (
          <p className="z-second z-small">
            {t('authorization.reviewed', {
              name: reviewed.name,
              when: formats.moment(reviewed.at),
            })}
          </p>
        )}
        <span className="z-hidden" id={legendId}>
          {t('authorization.decision')}
        </span>
        <SegmentedControl
          aria-labelledby={legendId}
          data={[
            { value: 'approved', label: t('authorization.approve') },
            { value: 'rejected', label: t('authorization.reject') },
          ]}
          value={decision}
          onChange={(value) => setDecision(value === 'rejected' ? 'rejected' : 'approved')}
        />
        <div className="z-form-row">
          <TextInput
            type="date"
            label={t('authorization.date')}
            min={reviewed === null ? undefined : today(new Date(reviewed.at))}
            max={today()}
            value={date}
            data-testid="decision-date"
            onChange={(event) => setDate(event.currentTarget.value)}
          />
          {isApproved ? (
            <TextInput
              type="date"
              label={t('authorization.expiresOn')}
              description={t('authorization.expiresHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={date}
              max={date === '' ? undefined : addYears(date, maxYears)}
              value={expiresOn}
              data-testid="decision-expires"
              onChange={(event) => setExpiresOn(event.currentTarget.value)}
            />
          ) : null}
        </div>
        {isApproved ? null : (
          <Textarea
            label={t('authorization.reason')}
            rows={2}
            maxLength={500}
            value={reason}
            data-testid="decision-reason"
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
