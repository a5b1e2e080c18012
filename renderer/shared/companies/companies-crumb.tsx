import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';

/** Where the pages of the companies lie. */
export function CompaniesCrumb() {
  const { t } = useTexts();
  return (
    <a className="z-crumb" href={placeHash('companies')}>
      {t('companies.back')} /
    </a>
  );
}
