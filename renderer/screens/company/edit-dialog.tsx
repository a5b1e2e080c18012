import { Button, Modal, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useCommand, useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

const personFields = ['firstName', 'lastName1', 'lastName2'] as const;

/** Changes a company's data, in the service too where it is registered; its key stays. */
export function EditDialog({
  company,
  onClose,
}: {
  readonly company: Company;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const notify = useNotify();
  const territories = useMethod('territories.list', {});
  const update = useCommand('companies.update', ['companies.get', 'companies.list']);
  const [draft, setDraft] = useState({
    fullName: company.fullName,
    taxId: company.taxId,
    territoryId: company.territoryId,
    firstName: company.firstName ?? '',
    lastName1: company.lastName1 ?? '',
    lastName2: company.lastName2 ?? '',
  });
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { fullName, taxId, territoryId, firstName, lastName1, lastName2 } = draft;
    const names = company.isIndividual ? { firstName, lastName1, lastName2: lastName2 || null } : {};
    const { id, isIndividual } = company;
    update.mutate(
      { id, isIndividual, fullName, taxId, territoryId, ...names },
      {
        onSuccess: () => {
          notify({ tone: 'good', lines: [t('companyForm.saved')] });
          onClose();
        },
      },
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('companyForm.titleEdit')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form className="z-form" onSubmit={submit} data-testid="edit-dialog">
        <p className="z-second z-small">
          {t(company.serviceId === null ? 'companyForm.editDraft' : 'companyForm.editRegistered')}
        </p>
        <TextInput
          label={t(company.isIndividual ? 'companyForm.fullName' : 'companyForm.fullNameCompany')}
          value={draft.fullName}
          data-testid="edit-fullName"
          onChange={(event) => set({ fullName: event.currentTarget.value })}
        />
        <TextInput
          label={t('companyForm.taxId')}
          value={draft.taxId}
          onChange={(event) => set({ taxId: event.currentTarget.value })}
        />
        <Select
          label={t('companyForm.territory')}
          value={draft.territoryId}
          allowDeselect={false}
          data={(territories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(territoryId) => set({ territoryId: territoryId ?? draft.territoryId })}
        />
        {company.isIndividual
          ? personFields.map((name) => (
              <TextInput
                key={name}
                label={t(`companyForm.${name}`)}
                value={draft[name]}
                onChange={(event) => set({ [name]: event.currentTarget.value })}
              />
            ))
          : null}
        {update.error === null ? null : (
          <ErrorNotice error={update.error.error} title={t('companyForm.notSaved')} />
        )}
        <div className="z-form-actions">
          <Button type="submit" loading={update.isPending} data-testid="save-company">
            {t('companyForm.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
