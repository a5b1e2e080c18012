import { useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { DialogForm } from '../../shell/dialog-form.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { CompanyFields } from './company-fields.tsx';
import { type CompanyDraft, draftFaults, toCompanyInput, toDraft } from './use-company-drafts.ts';

interface EditDialogProps {
  readonly company: Company;
  readonly onClose: () => void;
}

/** Changes a company's data, also in the service when it exists there. */
export function EditDialog({ company, onClose }: EditDialogProps) {
  const { t } = useTexts();
  const notify = useNotify();
  const territories = useMethod('territories.list', {});
  // The other fields stay as another window may have changed them meanwhile.
  const [changes, setChanges] = useState<Partial<CompanyDraft>>({});
  const draft = { ...toDraft(company), ...changes };
  const [tried, setTried] = useState(false);
  const update = useCommand(
    'companies.update',
    ['companies.get', 'companies.list', 'submissions.worklist'],
    {
      about: () => company.fullName,
      onDone: () => notify({ tone: 'good', lines: [t('companyForm.saved')] }),
    },
  );

  function submit(): void {
    setTried(true);
    if (Object.keys(draftFaults(draft)).length > 0) return;
    update.mutate({ id: company.id, ...toCompanyInput(draft) }, { onSuccess: onClose });
  }
  return (
    <Dialog onClose={onClose} title={t('companyForm.titleEdit')} size="xl">
      <DialogForm
        testId="company-edit-dialog"
        save={t('companyForm.save')}
        isSaving={update.isPending}
        tellsFaults
        error={update.error}
        errorTitle={t('companyForm.notSaved')}
        onClose={onClose}
        onSave={submit}
      >
        <p className="z-second">
          {t(
            company.state === 'registered' ? 'companyForm.editRegistered' : 'companyForm.editDraft',
          )}
        </p>
        {territories.error === null ? null : (
          <ErrorNotice
            error={territories.error.error}
            title={t('companyForm.territoriesMissing')}
            onRetry={() => void territories.refetch()}
          />
        )}
        <CompanyFields
          draft={draft}
          territories={territories.data ?? []}
          showFaults={tried}
          isAlone
          asksTaxId={update.error?.error.code === 'tax_id_unconfirmed'}
          onChange={(change) => setChanges((now) => ({ ...now, ...change }))}
        />
      </DialogForm>
    </Dialog>
  );
}
