import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';

export function OverviewScreen() {
  const { t } = useTexts();
  return (
    <Page name="overview" title={t('overview.title')} ready>
      {null}
    </Page>
  );
}
