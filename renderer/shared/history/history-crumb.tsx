import { useTexts } from '../../texts.ts';
import { useHistoryHash } from './kept-history.ts';

/** Links to the history as it was left. */
export function HistoryCrumb() {
  const { t } = useTexts();
  return (
    <a className="z-crumb" href={useHistoryHash()}>
      {t('submission.back')} /
    </a>
  );
}
