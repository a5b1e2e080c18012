import { useIsHostLost, useMethod } from '../api/queries.ts';
import { placeHash, usePlace } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { UnlockButton } from './unlock.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The section of Settings where an error of the whole window is resolved. */
const decidedIn = {
  history_went_back: 'copies',
  backup_failed: 'copies',
  connection_unproven: 'connection',
  service_profile_unread: 'connection',
} as const;
const isDecided = (code: string): code is keyof typeof decidedIn => Object.hasOwn(decidedIn, code);

/**
 * Notices of the whole window: its host does not answer, another window owns the data, the keys are
 * locked.
 */
export function Notices() {
  const { t } = useTexts();
  const hostLost = useIsHostLost();
  const status = useMethod('app.status', {});
  const readOnly = status.data?.ownsDataFolder === false;
  // A window that only looks on cannot unlock.
  const locked = status.data?.protection.locked === true && !readOnly;
  const { screen, id } = usePlace();
  // Where it is resolved, the page itself says it.
  const isToldHere = (code: string) =>
    code === 'history_went_back' && screen === 'settings' && id === decidedIn[code];
  const faults = status.data?.faults.filter(({ code }) => !isToldHere(code)) ?? [];
  return (
    <div className="z-notices">
      {hostLost ? (
        <Notice
          tone="red"
          urgent
          isSlim
          title={t('app.hostLostTitle')}
          text={`${t('app.hostLost')} ${t('app.hostLostStale')}`}
          testId="notice-host-lost"
        />
      ) : null}
      {readOnly ? (
        <Notice
          tone="amber"
          isSlim
          title={t('notice.readOnlyTitle')}
          text={t('notice.readOnlyText')}
          testId="notice-read-only"
        />
      ) : null}
      {locked ? (
        <Notice
          tone="amber"
          isSlim
          title={t('notice.lockedTitle')}
          text={t('notice.lockedText')}
          testId="notice-locked"
          actions={<UnlockButton />}
        />
      ) : null}
      {faults.map((fault) => (
        <ErrorNotice
          key={fault.code}
          error={fault}
          {...(isDecided(fault.code)
            ? {
                actions: (
                  <a href={placeHash('settings', decidedIn[fault.code])}>{t('remedy.settings')}</a>
                ),
              }
            : {})}
        />
      ))}
      <QueueNotice />
      <UpdateNotice />
    </div>
  );
}
