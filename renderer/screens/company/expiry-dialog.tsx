import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { addDays, addYears } from '../../shared/authorizations/days.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useLateEnd } from '../../shell/late-end.ts';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';

interface ExpiryDialogProps {
  readonly authorization: Authorization;
  readonly onClose: () => void;
}

/** Corrects the last day of an approved authorization. */
export function ExpiryDialog({ authorization, onClose }: ExpiryDialogProps) {
  const { t } = useTexts();
  const { company, decidedOn } = authorization;
  const late = useLateEnd();
  const [expiresOn, setExpiresOn] = useState(authorization.expiresOn ?? '');
  const save = useCommand('authorizations.setExpiry', [
    'authorizations.get',
    'authorizations.list',
    'companies.list',
    'companies.get',
  ]);
  return (
    <Dialog onClose={onClose} title={t('authorization.expiryTitle')}>
      <DialogForm
        testId="expiry-dialog"
        save={t('authorization.saveDecision')}
        isSaving={save.isPending}
        error={save.error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={() => {
          save.mutateAsync({ companyId: company.id, expiresOn }).then(
            () => late.isShown() && onClose(),
            (failure: CallFailure) => late.tellRefusal(failure, t('authorization.saveFailed')),
          );
        }}
      >
        <DayField
          required
          label={t('authorization.expiresOn')}
          description={t('authorization.expiryHint')}
          min={decidedOn === null ? undefined : addDays(decidedOn, 1)}
          max={decidedOn === null ? undefined : addYears(decidedOn, 5)}
          value={expiresOn}
          testId="expiry-date"
          onChange={setExpiresOn}
        />
      </DialogForm>
    </Dialog>
  );
}
