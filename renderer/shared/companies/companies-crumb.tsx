import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';

/** The link to the companies. */
export function CompaniesCrumb() {
  const { t } = useTexts();
  return (
    <a className="z-crumb" href={placeHash('companies')}>
      {t('companies.back')} /
    </a>
  );
}
