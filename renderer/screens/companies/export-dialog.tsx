import { Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input, Output } from '../../../contract/methods.ts';
import { type CallFailure, callMethod } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { passphraseFault } from '../../format/passphrase.ts';
import { saveDocument } from '../../shared/documents/document-download.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { SecretInput } from '../../shell/secret-input.tsx';
import { useTexts } from '../../texts.ts';

const formats = ['csv', 'sealed'] as const;
type Format = (typeof formats)[number];

interface PassphrasesProps {
  readonly values: readonly [string, string];
  readonly showFaults: boolean;
  readonly onChange: (values: readonly [string, string]) => void;
}

function Passphrases({ values, showFaults, onChange }: PassphrasesProps) {
  const { t } = useTexts();
  const [passphrase, repeated] = values;
  const fault = passphraseFault(passphrase);
  return (
    <div className="z-form-row">
      <SecretInput
        label={t('settings.protection.passphrase_label')}
        value={passphrase}
        data-testid="export-passphrase"
        error={showFaults && fault !== null ? t(`settings.protection.${fault}`) : undefined}
        onChange={(event) => onChange([event.currentTarget.value, repeated])}
      />
      <SecretInput
        label={t('settings.protection.passphrase_repeat')}
        value={repeated}
        data-testid="export-passphrase-repeated"
        error={
          showFaults && fault === null && passphrase !== repeated
            ? t('settings.protection.different')
            : undefined
        }
        onChange={(event) => onChange([passphrase, event.currentTarget.value])}
      />
    </div>
  );
}

/** The companies as a file: a table without keys, or everything under a passphrase. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, formats: written } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const [format, setFormat] = useState<Format>('csv');
  const [words, setWords] = useState<readonly [string, string]>(['', '']);
  const [tried, setTried] = useState(false);
  const save = useMutation<
    Output<'companies.exportFile'>,
    CallFailure,
    Input<'companies.exportFile'>
  >({
    mutationFn: (input) => callMethod(bridge, 'companies.exportFile', input),
    onSuccess: (file) => {
      saveDocument(file);
      notify({
        tone: 'good',
        lines: [
          t('companyExport.done', {
            count: file.companies,
            formatted: written.count(file.companies),
          }),
        ],
      });
      onClose();
    },
  });

  function submit(): void {
    setTried(true);
    const [passphrase, repeated] = words;
    if (format === 'csv') save.mutate({ format });
    else if (passphraseFault(passphrase) === null && passphrase === repeated)
      save.mutate({ format, passphrase });
  }
  return (
    <Dialog onClose={onClose} title={t('companyExport.title')} size="lg">
      <DialogForm
        testId="export-dialog"
        save={t('companyExport.save')}
        isSaving={save.isPending}
        tellsFaults
        error={save.error}
        errorTitle={t('companyExport.failed')}
        onClose={onClose}
        onSave={submit}
      >
        <Radio.Group
          label={t('companyExport.what')}
          value={format}
          onChange={(value) => setFormat(value === 'sealed' ? 'sealed' : 'csv')}
        >
          <div className="z-form z-radios">
            {formats.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`companyExport.${value}`)}
                description={t(`companyExport.${value}Hint`)}
              />
            ))}
          </div>
        </Radio.Group>
        {format === 'sealed' ? (
          <Passphrases values={words} showFaults={tried} onChange={setWords} />
        ) : null}
      </DialogForm>
    </Dialog>
  );
}
