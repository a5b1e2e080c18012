import { Radio } from '@mantine/core';
import { useState } from 'react';
import type { Authorization } from '../../../contract/authorization.ts';
import { useNamed, useRecord } from '../../shared/authorizations/use-record.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useTexts } from '../../texts.ts';

interface ResolveChosenDialogProps {
  readonly authorizations: readonly Authorization[];
  readonly onClose: () => void;
  readonly onRecorded: () => void;
}

const answers = ['received', 'not_received'] as const;
const answerTexts = {
  received: 'authorization.wasReceived',
  not_received: 'authorization.wasNotReceived',
} as const;

/** Records what the service's panel shows of several uploads whose answers were lost. */
export function ResolveChosenDialog({
  authorizations,
  onClose,
  onRecorded,
}: ResolveChosenDialogProps) {
  const { t } = useTexts();
  const [chosen] = useState(authorizations);
  const [decision, setDecision] = useState<(typeof answers)[number] | null>(null);
  const { record, isSaving, error } = useRecord('authorizations.resolveAll', chosen, {
    onClose,
    onRecorded,
  });
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
