import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { addYears, today } from '../../shared/authorizations/days.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';

interface NoteFormProps {
  readonly title: string;
  readonly testId: string;
  readonly error: CallFailure | null;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function NoteForm({ title, testId, error, isSaving, onSave, onClose, children }: NoteFormProps) {
  const { t } = useTexts();
  return (
    <Dialog onClose={onClose} title={title}>
      <DialogForm
        testId={testId}
        save={t('authorization.saveDecision')}
        isSaving={isSaving}
        error={error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={onSave}
      >
        {children}
      </DialogForm>
    </Dialog>
  );
}

interface NoteDialogProps {
  readonly authorization: Authorization;
  readonly onClose: () => void;
}

const stale = [
  'authorizations.get',
  'authorizations.list',
  'companies.list',
  'companies.get',
] as const;

/** Records that a document was uploaded in the service's panel. */
export function NoteDialog({ authorization, onClose }: NoteDialogProps) {
  const { t } = useTexts();
  const [date, setDate] = useState(() => today());
  const [note, setNote] = useState('');
  const save = useCommand('authorizations.noteUpload', stale);
  const companyId = authorization.company.id;
  return (
    <NoteForm
      title={t('authorization.noteTitle')}
      testId="note-dialog"
      error={save.error}
      isSaving={save.isPending}
      onClose={onClose}
      onSave={() =>
        save.mutate({ companyId, note, ...(date === '' ? {} : { date }) }, { onSuccess: onClose })
      }
    >
      <p className="z-second">{t('authorization.noteText')}</p>
      <DayField
        label={t('authorization.noteDate')}
        max={today()}
        value={date}
        testId="note-date"
        onChange={setDate}
      />
      <TextInput
        label={t('authorization.noteWords')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </NoteForm>
  );
}

/** Corrects the last day of an approved authorization. */
export function ExpiryDialog({ authorization, onClose }: NoteDialogProps) {
  const { t } = useTexts();
  const { company, decidedOn } = authorization;
  const [expiresOn, setExpiresOn] = useState(authorization.expiresOn ?? '');
  const save = useCommand('authorizations.setExpiry', stale);
  return (
    <NoteForm
      title={t('authorization.expiryTitle')}
      testId="expiry-dialog"
      error={save.error}
      isSaving={save.isPending}
      onClose={onClose}
      onSave={() => save.mutate({ companyId: company.id, expiresOn }, { onSuccess: onClose })}
    >
      <DayField
        required
        label={t('authorization.expiresOn')}
        description={t('authorization.expiryHint')}
        max={decidedOn === null ? undefined : addYears(decidedOn, 5)}
        value={expiresOn}
        testId="expiry-date"
        onChange={setExpiresOn}
      />
    </NoteForm>
  );
}
