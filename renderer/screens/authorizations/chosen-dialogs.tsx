import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { today } from '../../shared/authorizations/days.ts';
import { useNamed, useRecord } from '../../shared/authorizations/use-record.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';

interface ChosenDialogProps {
  readonly authorizations: readonly Authorization[];
  readonly onClose: () => void;
  readonly onRecorded: () => void;
}

/** Records that the documents of several companies were uploaded in the service's panel. */
export function NoteChosenDialog({ authorizations, onClose, onRecorded }: ChosenDialogProps) {
  const { t } = useTexts();
  const [chosen] = useState(authorizations);
  const [date, setDate] = useState(() => today());
  const [note, setNote] = useState('');
  const { record, isSaving, error } = useRecord('authorizations.noteUploadAll', chosen, onRecorded);
  return (
    <Dialog onClose={onClose} title={t('authorization.noteTitle')} size="lg">
      <DialogForm
        testId="note-chosen-dialog"
        save={t('authorization.saveDecision')}
        isSaving={isSaving}
        error={error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={() => record({ note, ...(date === '' ? {} : { date }) })}
      >
        <p className="z-second">{t('authorization.noteSeveral', useNamed(chosen))}</p>
        <DayField
          label={t('authorization.noteDate')}
          max={today()}
          value={date}
          onChange={setDate}
          testId="note-chosen-date"
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

const answers = ['received', 'not_received'] as const;
const answerTexts = {
  received: 'authorization.wasReceived',
  not_received: 'authorization.wasNotReceived',
} as const;

/** Records what the service's panel shows of several uploads whose answers were lost. */
export function ResolveChosenDialog({ authorizations, onClose, onRecorded }: ChosenDialogProps) {
  const { t } = useTexts();
  const [chosen] = useState(authorizations);
  const [decision, setDecision] = useState<(typeof answers)[number] | null>(null);
  const { record, isSaving, error } = useRecord('authorizations.resolveAll', chosen, onRecorded);
  return (
    <Dialog onClose={onClose} title={t('authorization.resolveTitle')} size="lg">
      <DialogForm
        testId="resolve-chosen-dialog"
        save={t('authorization.saveDecision')}
        isSaving={isSaving}
        isComplete={decision !== null}
        error={error}
        errorTitle={t('authorization.saveFailed')}
        onClose={onClose}
        onSave={() => {
          if (decision !== null) record({ decision });
        }}
      >
        <p className="z-second">{t('authorization.resolveSeveral', useNamed(chosen))}</p>
        <Radio.Group
          aria-label={t('authorization.resolveTitle')}
          value={decision}
          onChange={(value) => setDecision(answers.find((answer) => answer === value) ?? null)}
        >
          <div className="z-form z-radios">
            {answers.map((value) => (
              <Radio key={value} value={value} label={t(answerTexts[value])} />
            ))}
          </div>
        </Radio.Group>
      </DialogForm>
    </Dialog>
  );
}
