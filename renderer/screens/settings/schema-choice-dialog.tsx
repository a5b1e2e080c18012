import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InstalledPackage } from '../../../contract/schema-package.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { DayField } from '../../ui/day-field.tsx';
import { readYears } from './schema-choice.ts';

interface SchemaChoiceDialogProps {
  readonly installed: InstalledPackage;
  readonly onClose: () => void;
}

/** Asks which documents a package is for: all, or those of some fiscal years or from a day on. */
export function SchemaChoiceDialog({ installed, onClose }: SchemaChoiceDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const activate = useCommand('schemas.activate', ['schemas.list'], {
    about: () => t('schemaPackages.choiceTitle'),
    onDone: () => notify({ tone: 'good', lines: [t('schemaPackages.changed')] }),
  });
  const [scope, setScope] = useState<'all' | 'some'>('all');
  const [yearsText, setYearsText] = useState('');
  const [from, setFrom] = useState('');
  const years = readYears(yearsText);
  const says = scope === 'all' || (years !== null && (years.length > 0 || from !== ''));

  function submit(): void {
    const limits = {
      ...(years !== null && years.length > 0 ? { fiscalYears: [...years] } : {}),
      ...(from === '' ? {} : { from }),
    };
    const input = { id: installed.id, ...(scope === 'all' ? {} : limits) };
    activate.mutate(input, { onSuccess: onClose });
  }
  return (
    <Dialog onClose={onClose} title={t('schemaPackages.choiceTitle')}>
      <DialogForm
        testId="schema-choice"
        save={t('schemaPackages.choiceSave')}
        isComplete={says}
        isSaving={activate.isPending}
        error={activate.error}
        onClose={onClose}
        onSave={submit}
      >
        <Radio.Group
          aria-label={t('schemaPackages.choiceTitle')}
          value={scope}
          onChange={(value) => setScope(value === 'some' ? 'some' : 'all')}
        >
          <div className="z-form z-radios">
            <Radio value="all" label={t('schemaPackages.choiceAll')} />
            <Radio value="some" label={t('schemaPackages.choiceSome')} />
          </div>
        </Radio.Group>
        {scope === 'some' ? (
          <>
            <TextInput
              label={t('schemaPackages.years')}
              description={t('schemaPackages.yearsHint')}
              error={years === null ? t('schemaPackages.yearsWrong') : null}
              value={yearsText}
              maxLength={120}
              data-testid="schema-years"
              onChange={(event) => setYearsText(event.currentTarget.value)}
            />
            <DayField label={t('schemaPackages.from')} value={from} onChange={setFrom} />
          </>
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
