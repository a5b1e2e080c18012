import { NumberInput } from '@mantine/core';
import type { Settings } from '../../../contract/settings.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

const mebibyte = 1024 * 1024;

/** The largest file size. */
export function AdvancedSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  // An emptied field stays empty until a number is typed.
  const maxMebibytes = useDraft<number | ''>(Math.round(settings.maxFileBytes / mebibyte));
  const { save, isSaving, error } = useSaveSettings();
  return (
    <Section title={t('settings.files.title')} testId="settings-files">
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          const { value } = maxMebibytes;
          if (value === '') return;
          save({ maxFileBytes: value * mebibyte }, () => maxMebibytes.saved(value));
        }}
      >
        <NumberInput
          label={t('settings.window.maxFile')}
          maw="12rem"
          description={t('settings.window.maxFileHint')}
          min={1}
          max={256}
          allowDecimal={false}
          clampBehavior="strict"
          value={maxMebibytes.value}
          allowNegative={false}
          onChange={(value) => maxMebibytes.type(value === '' ? '' : Number(value))}
        />
        {error === null ? null : <ErrorNotice error={error} />}
        <SaveFoot
          label={t('settings.save')}
          isChanged={maxMebibytes.isTyped && maxMebibytes.value !== ''}
          isSaving={isSaving}
        />
      </form>
    </Section>
  );
}
