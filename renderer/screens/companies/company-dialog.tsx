import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useMethod } from '../../api/queries.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { CompanyProposal } from './company-proposal.ts';
import { type CompanyDraft, type DraftField, draftFaults, useCompanyDrafts } from './use-company-drafts.ts';

interface DraftFieldsProps {
  readonly draft: CompanyDraft;
  readonly territories: readonly { readonly id: string; readonly name: string }[];
  readonly showFaults: boolean;
  readonly onChange: (change: Partial<CompanyDraft>) => void;
}

function PersonFields({
  draft,
  field,
}: {
  readonly draft: CompanyDraft;
  readonly field: (name: DraftField) => object;
}) {
  const { t } = useTexts();
  return (
    <>
      <div className="z-form-row">
        <TextInput label={t('companyForm.firstName')} withAsterisk {...field('firstName')} />
        <TextInput label={t('companyForm.lastName1')} withAsterisk {...field('lastName1')} />
        <TextInput label={t('companyForm.lastName2')} {...field('lastName2')} />
      </div>
      {draft.file === null ? null : <small className="z-second">{t('companyForm.splitHint')}</small>}
    </>
  );
}

function DraftFields({ draft, territories, showFaults, onChange }: DraftFieldsProps) {
  const { t } = useTexts();
  const typeId = useId();
  const faults = showFaults ? draftFaults(draft) : {};
  const field = (name: DraftField) => ({
    'data-testid': `company-${name}`,
    value: draft[name],
    error: faults[name] === undefined ? undefined : t(`companyForm.${faults[name]}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand where the file's name does
    <div className="z-form z-draft" role="group" aria-label={draft.fullName || t('companyForm.titleOne')}>
      {draft.file === null ? null : (
        <small className="z-second">{t('companyForm.fromFile', { file: draft.file })}</small>
      )}
      {draft.error === null ? null : (
        <ErrorNotice error={draft.error} title={t('companyForm.failedFor', { name: draft.fullName })} />
      )}
      <span className="z-hidden" id={typeId}>
        {t('companyForm.type')}
      </span>
      <SegmentedControl
        aria-labelledby={typeId}
        data={[
          { value: 'company', label: t('companyForm.company') },
          { value: 'individual', label: t('companyForm.individual') },
        ]}
        value={draft.isIndividual ? 'individual' : 'company'}
        onChange={(value) => onChange({ isIndividual: value === 'individual' })}
      />
      <div className="z-form-row">
        <TextInput
          label={t(draft.isIndividual ? 'companyForm.fullName' : 'companyForm.fullNameCompany')}
          withAsterisk
          {...field('fullName')}
        />
        <TextInput label={t('companyForm.taxId')} withAsterisk {...field('taxId')} />
        <Select
          label={t('companyForm.territory')}
          withAsterisk
          allowDeselect={false}
          data={territories.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.territoryId === '' ? null : draft.territoryId}
          onChange={(territoryId) => onChange({ territoryId: territoryId ?? '' })}
          error={faults.territoryId === undefined ? undefined : t(`companyForm.${faults.territoryId}`)}
        />
      </div>
      {draft.isIndividual ? <PersonFields draft={draft} field={field} /> : null}
    </div>
  );
}

interface CompanyDialogProps {
  readonly proposals: readonly CompanyProposal[];
  readonly onClose: () => void;
}

/** Creates one or more companies from what files say, or from nothing; shows everything before anything is created. */
export function CompanyDialog({ proposals, onClose }: CompanyDialogProps) {
  const { t } = useTexts();
  const territories = useMethod('territories.list', {});
  const form = useCompanyDrafts(proposals, territories.data ?? [], onClose);
  const count = form.drafts.length;
  const title = count === 1 ? t('companyForm.titleOne') : t('companyForm.titleMany', { count });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="xl"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form
        className="z-form"
        data-testid="company-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="z-second">{t('companyForm.text', { count })}</p>
        {territories.error === null ? null : (
          <ErrorNotice
            error={territories.error.error}
            title={t('companyForm.territoriesMissing')}
            onRetry={() => void territories.refetch()}
          />
        )}
        {territories.isPending ? (
          <SkeletonRows rows={4} label={t('app.loading')} />
        ) : (
          <div className="z-scroll-list z-form">
            {form.drafts.map((draft) => (
              <DraftFields
                key={draft.key}
                draft={draft}
                territories={territories.data ?? []}
                showFaults={form.showFaults}
                onChange={(change) => form.change(draft.key, change)}
              />
            ))}
          </div>
        )}
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={form.isSaving} data-testid="company-save">
            {t('companyForm.create', { count })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
