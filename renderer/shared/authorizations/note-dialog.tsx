import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { dayOf } from '../../../contract/formats.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNamed, useRecord } from './use-record.ts';

interface NoteDialogProps {
  readonly authorizations: readonly Authorization[];
  readonly onClose: () => void;
  /** Runs after recording, also when the dialog was closed before. */
  readonly onRecorded?: () => void;
}

/** Records that the documents of one company or several were uploaded in the service's panel. */
export function NoteDialog({ authorizations, onClose, onRecorded }: NoteDialogProps) {
  const { t } = useTexts();
  const [chosen] = useState(authorizations);
  const [date, setDate] = useState(() => dayOf(new Date()));
  const [note, setNote] = useState('');
  const { record, isSaving, error } = useRecord('authorizations.noteUploadAll', chosen, {
    onClose,
    onRecorded,
  });
  return (
    <Dialog onClose={onClose} title={t('authorization.noteTitle')} size="lg">
      <DialogForm
        testId="note-dialog"
        save={t('authorization.saveDecision')}
        isSaving={isSaving}
        error={error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={() => record({ note, date })}
      >
        <p className="z-second">{t('authorization.noteSeveral', useNamed(chosen))}</p>
        {chosen.some(({ required, allowsSubmissions }) => required && allowsSubmissions) ? (
          <Notice tone="amber" title={t('authorization.replacesApproved')} />
        ) : null}
        <DayField
          required
          label={t('authorization.noteDate')}
          max={dayOf(new Date())}
          value={date}
          onChange={setDate}
          testId="note-date"
        />
        <TextInput
          label={t('authorization.noteWords')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
