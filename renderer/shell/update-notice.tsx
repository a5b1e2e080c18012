import { useMethod } from '../api/queries.ts';
import { placeHash } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';

/** Says that a newer version is ready, and links to its changes. */
export function UpdateNotice() {
  const { t } = useTexts();
  const { data } = useMethod('updates.get', {});
  if (data?.state !== 'ready' || data.offered === null) return null;
  return (
    <Notice
      tone="accent"
      isSlim
      title={t('settings.updates.state.ready', { version: data.offered.version })}
      testId="notice-update"
      actions={<a href={placeHash('settings', 'advanced')}>{t('settings.updates.see')}</a>}
    />
  );
}
