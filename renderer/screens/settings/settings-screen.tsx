import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';

export function SettingsScreen() {
  const { t } = useTexts();
  return (
    <Page name="settings" title={t('settings.title')} ready>
      {null}
    </Page>
  );
}
