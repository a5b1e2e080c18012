import { Switch, TextInput } from '@mantine/core';
import type { SoftwareGarante } from '../../../contract/connection.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveConnection } from './use-saving.ts';

const nothing: SoftwareGarante = { holds: false, taxId: '', license: '', name: '', version: '' };
const fields = ['taxId', 'license', 'name', 'version'] as const;
const maxLengths = { taxId: 20, license: 60, name: 120, version: 30 } as const;

/** The software's developer and licence. */
export function GaranteSettings({ garante }: { readonly garante: SoftwareGarante | null }) {
  const { t } = useTexts();
  const draft = useDraft(garante ?? nothing);
  const { save, isSaving, error } = useSaveConnection();
  return (
    <Section
      title={t('settings.garante.title')}
      text={t('settings.garante.text')}
      testId="settings-garante"
    >
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          save({ softwareGarante: draft.value }, () => draft.saved(draft.value));
        }}
      >
        <Switch
          label={t('settings.garante.holds')}
          description={t('settings.garante.holdsHint')}
          checked={draft.value.holds}
          onChange={(event) => draft.type({ ...draft.value, holds: event.currentTarget.checked })}
        />
        <div className="z-form-row z-form-row-wide">
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(`settings.garante.${field}`)}
              maxLength={maxLengths[field]}
              value={draft.value[field]}
              onChange={(event) =>
                draft.type({ ...draft.value, [field]: event.currentTarget.value })
              }
            />
          ))}
        </div>
        {error === null ? null : <ErrorNotice error={error} />}
        <SaveFoot label={t('settings.save')} isChanged={draft.isTyped} isSaving={isSaving} />
      </form>
    </Section>
  );
}
