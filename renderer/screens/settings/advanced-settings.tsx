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
  const maxMebibytes = useDraft(Math.round(settings.maxFileBytes / mebibyte));
  const { save, isSaving, error } = useSaveSettings();
  return (
    <Section title={t('settings.files.title')} testId="settings-files">
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          const { value } = maxMebibytes;
          save({ maxFileBytes: value * mebibyte }, () => maxMebibytes.saved(value));
        }}
      >
        <NumberInput
          label={t('settings.window.maxFile')}
          description={t('settings.window.maxFileHint')}
          min={1}
          max={256}
          allowDecimal={false}
          clampBehavior="strict"
          value={maxMebibytes.value}
          onChange={(value) => maxMebibytes.type(Math.max(1, Number(value) || 1))}
        />
        {error === null ? null : <ErrorNotice error={error} />}
        <SaveFoot label={t('settings.save')} isChanged={maxMebibytes.isTyped} isSaving={isSaving} />
      </form>
    </Section>
  );
}
