import {
  Autocomplete,
  Button,
  Checkbox,
  SegmentedControl,
  Select,
  Switch,
  TextInput,
} from '@mantine/core';
import { useId } from 'react';
import type { Territory } from '../../../contract/company.ts';
import {
  type CompanyText,
  companyTexts,
  isOfficeText,
  textsOf,
} from '../../../contract/company-texts.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import styles from './company-fields.module.css';
import { OverwriteWarning } from './overwrite-warning.tsx';
import {
  type CompanyDraft,
  type DraftFault,
  type DraftField,
  draftFaults,
  overwrites,
  wholeName,
  withKind,
  withTaxId,
} from './use-company-drafts.ts';

interface CompanyFieldsProps {
  readonly draft: CompanyDraft;
  readonly territories: readonly Territory[];
  readonly showFaults: boolean;
  /** Whether it is the only company: then the office's own fields are asked too. */
  readonly isAlone: boolean;
  /** Whether the person may say that the service has the company already. */
  readonly mayExist?: boolean;
  /** Whether a tax id with a wrong check digit needs confirmation. */
  readonly asksTaxId?: boolean;
  readonly onChange: (change: Partial<CompanyDraft>) => void;
}

type FieldMaker = (name: DraftField) => object;

interface TextFieldsProps {
  readonly names: readonly CompanyText[];
  readonly field: FieldMaker;
}

function TextFields({ names, field }: TextFieldsProps) {
  const { t } = useTexts();
  if (names.length === 0) return null;
  return (
    <div className="z-form-row">
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`companyForm.${name}`)}
          withAsterisk={companyTexts[name].isRequired}
          {...field(name)}
        />
      ))}
    </div>
  );
}

/** The office's own fields, with suggestions of known groups and advisers. */
function OfficeFields({ draft, field, onChange }: Omit<ServiceFieldsProps, 'fault'>) {
  const { t } = useTexts();
  const { data } = useMethod('companies.labels', {});
  const labels = { group: data?.groups ?? [], adviser: data?.advisers ?? [] };
  return (
    <>
      <div className="z-form-row">
        <TextInput label={t('companyForm.code')} {...field('code')} />
        {(['group', 'adviser'] as const).map((name) => (
          <Autocomplete
            key={name}
            label={t(`companyForm.${name}`)}
            data={labels[name]}
            // An empty list would be open unseen, and take the dialog's Escape.
            {...(labels[name].length === 0 ? { dropdownOpened: false } : {})}
            {...field(name)}
            value={draft[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        ))}
      </div>
      <small className="z-second">{t('companyForm.officeHint')}</small>
    </>
  );
}

interface ServiceFieldsProps extends Pick<CompanyFieldsProps, 'draft' | 'onChange'> {
  readonly field: FieldMaker;
  readonly fault: DraftFault | undefined;
}

function ServiceFields({ draft, field, fault, onChange }: ServiceFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <Switch
        label={t('companyForm.inService')}
        description={t('companyForm.inServiceHint')}
        checked={draft.inService}
        onChange={(event) => onChange({ inService: event.currentTarget.checked })}
      />
      {draft.inService ? (
        <div className="z-form-row z-form-row-wide">
          <TextInput
            label={t('companyForm.serviceId')}
            withAsterisk
            maxLength={200}
            {...field('serviceId')}
            onChange={({ currentTarget: { value: serviceId } }) =>
              onChange({ serviceId, idChecked: false })
            }
          />
          <TextInput
            label={t('companyForm.apiKey')}
            description={t('companyForm.apiKeyHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            {...field('apiKey')}
          />
        </div>
      ) : null}
      {overwrites(draft) ? (
        <OverwriteWarning
          name={wholeName(draft)}
          checked={draft.idChecked}
          error={fault === undefined ? undefined : t(`companyForm.${fault}`)}
          onChange={(idChecked) => onChange({ idChecked })}
        />
      ) : null}
    </>
  );
}

/** The reason why it was not created, or not fully, with the way to the existing company. */
function DraftError({ draft }: { readonly draft: CompanyDraft }) {
  const { t } = useTexts();
  const { error, isKept } = draft;
  if (error === null) return null;
  const { id } = error.details;
  const title = isKept ? {} : { title: t('companyForm.failedFor', { name: wholeName(draft) }) };
  const open = typeof id === 'string' && (
    <Button variant="default" onClick={() => goTo('companies', id)} data-testid="open-company">
      {t('company.open')}
    </Button>
  );
  return <ErrorNotice error={error} {...title} actions={open || undefined} />;
}

/** The fields of a company, with each missing or wrong one marked. */
export function CompanyFields({
  draft,
  territories,
  showFaults,
  isAlone,
  mayExist,
  asksTaxId = draft.error?.code === 'tax_id_unconfirmed',
  onChange,
}: CompanyFieldsProps) {
  const { t } = useTexts();
  const typeId = useId();
  const faults = showFaults ? draftFaults(draft) : {};
  const field: FieldMaker = (name) => ({
    'data-testid': `company-${name}`,
    value: draft[name],
    error: faults[name] === undefined ? undefined : t(`companyForm.${faults[name]}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  if (draft.isKept) return <DraftError draft={draft} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand where the file's name does
    <div
      className={`z-form ${styles.draft}`}
      role="group"
      aria-label={wholeName(draft) || t('companyForm.titleOne')}
    >
      {draft.file === null ? null : (
        <small className="z-second">{t('companyForm.fromFile', { file: draft.file })}</small>
      )}
      <DraftError draft={draft} />
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
        onChange={(value) => onChange(withKind(draft, value === 'individual'))}
      />
      <div className={styles.identity}>
        <TextInput
          label={t(draft.isIndividual ? 'companyForm.fullName' : 'companyForm.fullNameCompany')}
          withAsterisk={!draft.isIndividual}
          placeholder={wholeName(draft)}
          {...field('fullName')}
        />
        <TextInput
          label={t('companyForm.taxId')}
          withAsterisk
          {...field('taxId')}
          onChange={(event) => onChange(withTaxId(draft, event.currentTarget.value))}
        />
        <Select
          label={t('companyForm.territory')}
          withAsterisk
          allowDeselect={false}
          data-testid="company-territory"
          data={territories.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.territoryId === '' ? null : draft.territoryId}
          onChange={(territoryId) => onChange({ territoryId: territoryId ?? '' })}
          error={
            faults.territoryId === undefined ? undefined : t(`companyForm.${faults.territoryId}`)
          }
        />
      </div>
      {asksTaxId || draft.taxIdConfirmed ? (
        <Checkbox
          label={t('companyForm.confirmTaxId')}
          data-testid="confirm-tax-id"
          checked={draft.taxIdConfirmed}
          onChange={(event) => onChange({ taxIdConfirmed: event.currentTarget.checked })}
        />
      ) : null}
      <TextFields
        names={textsOf(draft.isIndividual).filter((name) => !isOfficeText(name))}
        field={field}
      />
      {draft.isIndividual && (draft.file !== null || draft.isSplit) ? (
        <small className="z-second">{t('companyForm.splitHint')}</small>
      ) : null}
      {isAlone ? <OfficeFields draft={draft} field={field} onChange={onChange} /> : null}
      {mayExist === true ? (
        <ServiceFields draft={draft} field={field} fault={faults.idChecked} onChange={onChange} />
      ) : null}
    </div>
  );
}
