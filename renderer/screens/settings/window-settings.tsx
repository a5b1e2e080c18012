import { Button, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { Settings } from '../../../contract/settings.ts';
import { languages, toLanguage } from '../../i18n.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { NoticeSettings } from './notice-settings.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

const mebibyte = 1024 * 1024;
const appearances = ['system', 'light', 'dark'] as const;

/**
 * Language, appearance, the office's name, and how large a file may be. Language and appearance
 * hold at once.
 */
export function WindowSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const appearanceId = useId();
  const officeName = useDraft(settings.officeName);
  const maxMebibytes = useDraft(Math.round(settings.maxFileBytes / mebibyte));
  const { save, isSaving, error } = useSaveSettings();
  return (
    <Section title={t('settings.window.title')} testId="settings-window">
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          save(
            { officeName: officeName.value, maxFileBytes: maxMebibytes.value * mebibyte },
            () => {
              officeName.saved(officeName.value);
              maxMebibytes.saved(maxMebibytes.value);
            },
          );
        }}
      >
        <div className="z-form-row z-form-row-wide">
          <Select
            label={t('settings.window.language')}
            allowDeselect={false}
            data={languages.map(({ id, name }) => ({ value: id, label: name }))}
            value={settings.language}
            onChange={(language) => save({ language: toLanguage(language ?? undefined) })}
          />
          <div>
            <span className="z-label" id={appearanceId}>
              {t('settings.window.appearance')}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby={appearanceId}
              data={appearances.map((value) => ({ value, label: t(`settings.window.${value}`) }))}
              value={settings.appearance}
              onChange={(value) => {
                const appearance = appearances.find((candidate) => candidate === value);
                if (appearance !== undefined) save({ appearance });
              }}
            />
          </div>
        </div>
        <div className="z-form-row">
          <TextInput
            label={t('settings.window.officeName')}
            description={t('settings.window.officeNameHint')}
            maxLength={120}
            data-testid="office-name"
            value={officeName.value}
            onChange={(event) => officeName.type(event.currentTarget.value)}
          />
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
        </div>
        <NoticeSettings settings={settings} />
        {error === null ? null : <ErrorNotice error={error} />}
        <div className="z-form-actions">
          <Button variant="default" type="submit" loading={isSaving}>
            {t('settings.window.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
