import { Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Saved } from '../../../contract/client.ts';
import type { Input } from '../../../contract/methods.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useHost } from '../../api/queries.ts';
import { saveDocument } from '../../shared/documents/document-download.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { NewPassphrase, useNewPassphrase } from '../../shell/new-passphrase.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

const formats = ['csv', 'sealed'] as const;
type Format = (typeof formats)[number];

/** The companies as a file: a table without keys, or everything under a passphrase. */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const [format, setFormat] = useState<Format>('csv');
  const draft = useNewPassphrase();
  const save = useMutation<
    Saved<'companies.exportFile'>,
    CallFailure,
    Input<'companies.exportFile'>
  >({
    mutationFn: (input) => saveDocument(bridge, 'companies.exportFile', input),
    onSuccess: (file) => {
      if (!file.saved) return;
      notify({
        tone: 'good',
        lines: [
          t('companyExport.done', {
            count: file.companies,
          }),
        ],
      });
      onClose();
    },
  });

  function submit(): void {
    if (format === 'csv') save.mutate({ format });
    else if (draft.check()) save.mutate({ format, passphrase: draft.passphrase });
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
        {format === 'sealed' ? <NewPassphrase draft={draft} testId="export-passphrase" /> : null}
      </DialogForm>
    </Dialog>
  );
}
