import { SegmentedControl, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { addDays, addYears, maxAuthorizationYears } from '../../../contract/days.ts';
import { dayOf } from '../../../contract/formats.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';
import { useNamed, useRecord } from './use-record.ts';

interface DecisionDialogProps {
  readonly authorizations: readonly Authorization[];
  readonly onClose: () => void;
  /** Runs after recording, also when the dialog was closed before. */
  readonly onRecorded?: () => void;
}

/** Records the review's result for one company or several: approved until a day, or rejected. */
export function DecisionDialog({ authorizations, onClose, onRecorded }: DecisionDialogProps) {
  const { t } = useTexts();
  const legendId = useId();
  // The decision is about what is shown here, whatever changes while the dialog is open.
  const [reviewed] = useState(authorizations);
  const [decision, setDecision] = useState<'approved' | 'rejected' | null>(null);
  const [date, setDate] = useState(() => dayOf(new Date()));
  const [expiresOn, setExpiresOn] = useState('');
  const [reason, setReason] = useState('');
  const { record, isSaving, error } = useRecord('authorizations.decideAll', reviewed, {
    onClose,
    onRecorded,
  });
  const isApproved = decision === 'approved';
  const days = reviewed.flatMap(({ document }) =>
    document === null ? [] : [dayOf(new Date(document.at))],
  );

  function submit(): void {
    const rest = isApproved
      ? expiresOn === ''
        ? {}
        : { expiresOn }
      : { reason: reason.trim() === '' ? null : reason };
    if (decision !== null) record({ decision, date, ...rest });
  }
  return (
    <Dialog onClose={onClose} title={t('authorization.decideTitle')} size="lg">
      <DialogForm
        testId="decision-dialog"
        save={t('authorization.saveDecision')}
        isSaving={isSaving}
        isComplete={decision !== null}
        error={error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={submit}
      >
        <Reviewed authorizations={reviewed} />
        <span className="z-hidden" id={legendId}>
          {t('authorization.decision')}
        </span>
        <SegmentedControl
          aria-labelledby={legendId}
          data={[
            { value: 'approved', label: t('authorization.approve') },
            { value: 'rejected', label: t('authorization.reject') },
          ]}
          value={decision ?? ''}
          onChange={(value) => setDecision(value === 'rejected' ? 'rejected' : 'approved')}
        />
        <div className="z-form-row">
          <DayField
            required
            label={t('authorization.date')}
            min={days.toSorted().at(-1)}
            max={dayOf(new Date())}
            value={date}
            testId="decision-date"
            onChange={setDate}
          />
          {isApproved ? (
            <DayField
              label={t('authorization.expiresOn')}
              description={t('authorization.expiresHint')}
              min={date === '' ? undefined : addDays(date, 1)}
              max={date === '' ? undefined : addYears(date, maxAuthorizationYears)}
              value={expiresOn}
              testId="decision-expires"
              onChange={setExpiresOn}
            />
          ) : null}
        </div>
        {decision !== 'rejected' ? null : (
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

/** The company and the document of the result. */
function Reviewed({ authorizations }: Pick<DecisionDialogProps, 'authorizations'>) {
  const { t, formats } = useTexts();
  const named = useNamed(authorizations);
  const [first, ...others] = authorizations;
  if (first === undefined) return null;
  if (others.length > 0)
    return <p className="z-second">{t('authorization.decideSeveral', named)}</p>;
  const { company, document } = first;
  return (
    <>
      <p className="z-second">{t('authorization.decideText', { name: company.fullName })}</p>
      {document === null ? null : (
        <p className="z-second z-small">
          {t('authorization.reviewed', { name: document.name, when: formats.moment(document.at) })}
        </p>
      )}
    </>
  );
}
