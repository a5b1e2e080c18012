import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';

export function HistoryScreen() {
  const { t } = useTexts();
  return (
    <Page name="history" title={t('history.title')} ready>
      {null}
    </Page>
  );
}
