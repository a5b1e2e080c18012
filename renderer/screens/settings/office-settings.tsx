import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Settings } from '../../../contract/settings.ts';
import { useMethod } from '../../api/queries.ts';
import { languages, toLanguage } from '../../i18n.ts';
import { Section } from '../../shared/layout/section.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { forgetOwnLanguage } from '../../shell/own-language.ts';
import { noticePermission } from '../../shell/system-notice.ts';
import { useTexts } from '../../texts.ts';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { NoticePermission } from './notice-permission.tsx';
import styles from './office.module.css';
import { OfficeLogo } from './office-logo.tsx';
import { useDraft } from './use-draft.ts';
import { useSaveSettings } from './use-saving.ts';

/** The office's data for its receipts. */
export function OfficeSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  // Only what was changed: other fields may change elsewhere meanwhile.
  const draft = useDraft<Partial<Pick<Settings, 'officeName' | 'officeLogo'>>>({});
  const { officeName, officeLogo } = { ...settings, ...draft.value };
  const { save, isSaving, error } = useSaveSettings();
  return (
    <Section
      title={t('settings.office.title')}
      text={t('settings.office.text')}
      testId="settings-office"
    >
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          save(draft.value, () => draft.saved(draft.value));
        }}
      >
        <TextInput
          label={t('settings.window.officeName')}
          maxLength={120}
          data-testid="office-name"
          value={officeName}
          onChange={(event) =>
            draft.type({ ...draft.value, officeName: event.currentTarget.value })
          }
        />
        <OfficeLogo
          logo={officeLogo}
          onChange={(logo) => draft.type({ ...draft.value, officeLogo: logo })}
        />
        {error === null ? null : <ErrorNotice error={error} />}
        <SaveFoot label={t('settings.save')} isChanged={draft.isTyped} isSaving={isSaving} />
      </form>
    </Section>
  );
}

const appearances = ['system', 'light', 'dark'] as const;

/** Language, appearance, and the system's notification of a batch's end. */
export function WindowSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useTexts();
  const appearanceId = useId();
  // Only what was changed: the header changes the language, too.
  const draft = useDraft<Partial<Pick<Settings, 'language' | 'appearance' | 'notifyWhenDone'>>>({});
  const { language, appearance, notifyWhenDone } = { ...settings, ...draft.value };
  const change = (part: Partial<typeof draft.value>) => draft.type({ ...draft.value, ...part });
  const { save, isSaving, error } = useSaveSettings();
  const [permission, setPermission] = useState(noticePermission);
  const isBrowser = useMethod('app.status', {}).data?.face === 'browser';
  const isDenied = isBrowser && notifyWhenDone && permission === 'denied';
  return (
    <Section title={t('settings.window.title')} testId="settings-window">
      <form
        className="z-form"
        onSubmit={(event) => {
          event.preventDefault();
          save(draft.value, () => {
            draft.saved(draft.value);
            if (draft.value.language !== undefined) forgetOwnLanguage();
          });
        }}
      >
        <div className="z-form-row z-form-row-wide">
          <Select
            label={t('settings.window.language')}
            allowDeselect={false}
            data={languages.map(({ id, name }) => ({ value: id, label: name }))}
            value={language}
            onChange={(chosen) => change({ language: toLanguage(chosen ?? undefined) })}
          />
          <div>
            <span className={styles.label} id={appearanceId}>
              {t('settings.window.appearance')}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby={appearanceId}
              data={appearances.map((value) => ({ value, label: t(`settings.window.${value}`) }))}
              value={appearance}
              onChange={(value) =>
                change({ appearance: appearances.find((each) => each === value) ?? 'system' })
              }
            />
          </div>
        </div>
        <Switch
          label={t('settings.window.notify')}
          description={t(isDenied ? 'settings.window.notifyDenied' : 'settings.window.notifyHint')}
          checked={notifyWhenDone}
          data-testid="notify-when-done"
          onChange={(event) => change({ notifyWhenDone: event.currentTarget.checked })}
        />
        {isBrowser && notifyWhenDone && permission === 'default' ? (
          <NoticePermission onAnswer={setPermission} />
        ) : null}
        {error === null ? null : <ErrorNotice error={error} />}
        <SaveFoot label={t('settings.save')} isChanged={draft.isTyped} isSaving={isSaving} />
      </form>
    </Section>
  );
}
