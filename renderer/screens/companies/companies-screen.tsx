import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';

export function CompaniesScreen() {
  const { t } = useTexts();
  return (
    <Page name="companies" title={t('companies.title')} ready>
      {null}
    </Page>
  );
}
