import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { addDays, addYears, maxAuthorizationYears } from '../../../contract/days.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useCommand } from '../../shell/use-command.ts';
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
  const [expiresOn, setExpiresOn] = useState(authorization.expiresOn ?? '');
  const save = useCommand(
    'authorizations.setExpiry',
    ['authorizations.get', 'authorizations.list', 'companies.list', 'companies.get'],
    { about: () => t('authorization.saveFailed') },
  );
  return (
    <Dialog onClose={onClose} title={t('authorization.expiryTitle')}>
      <DialogForm
        testId="expiry-dialog"
        save={t('authorization.saveDecision')}
        isSaving={save.isPending}
        error={save.error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={() => save.mutate({ companyId: company.id, expiresOn }, { onSuccess: onClose })}
      >
        <DayField
          required
          label={t('authorization.expiresOn')}
          description={t('authorization.expiryHint')}
          min={decidedOn === null ? undefined : addDays(decidedOn, 1)}
          max={decidedOn === null ? undefined : addYears(decidedOn, maxAuthorizationYears)}
          value={expiresOn}
          testId="expiry-date"
          onChange={setExpiresOn}
        />
      </DialogForm>
    </Dialog>
  );
}
