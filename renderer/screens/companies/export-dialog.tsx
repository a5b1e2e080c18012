import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
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
  const notify = useNotify();
  const [format, setFormat] = useState<Format>('csv');
  const draft = useNewPassphrase();
  const save = useSaveDocument('companies.exportFile', {
    about: () => t('companyExport.failed'),
    onDone: ({ saved, companies: count }) => {
      if (saved) notify({ tone: 'good', lines: [t('companyExport.done', { count })] });
    },
  });

  function submit(): void {
    if (format === 'sealed' && !draft.check()) return;
    const { passphrase } = draft;
    save.mutate(format === 'csv' ? { format } : { format, passphrase }, {
      onSuccess: ({ saved }) => saved && onClose(),
    });
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
