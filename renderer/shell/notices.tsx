import { useSyncExternalStore } from 'react';
import { useHost, useMethod } from '../api/queries.ts';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { QueueNotice } from './queue-notice.tsx';
import { UnlockButton } from './unlock.tsx';
import { UpdateNotice } from './update-notice.tsx';

/**
 * Notices of the whole window: its host does not answer, another one owns the data, the keys are
 * locked.
 */
export function Notices() {
  const { t } = useTexts();
  const host = useHost();
  const hostLost = useSyncExternalStore(host.watch, host.state) === 'lost';
  const status = useMethod('app.status', {});
  const readOnly = status.data?.ownsDataFolder === false;
  const locked = status.data?.protection.locked === true;
  const faults = status.data?.faults ?? [];
  return (
    <div className="z-notices">
      {hostLost ? (
        <Notice
          tone="red"
          urgent
          title={t('app.hostLostTitle')}
          text={`${t('app.hostLost')} ${t('app.hostLostStale')}`}
          testId="notice-host-lost"
        />
      ) : null}
      {readOnly ? (
        <Notice
          tone="amber"
          title={t('notice.readOnlyTitle')}
          text={t('notice.readOnlyText')}
          testId="notice-read-only"
        />
      ) : null}
      {locked ? (
        <Notice
          tone="amber"
          title={t('notice.lockedTitle')}
          text={t('notice.lockedText')}
          testId="notice-locked"
          actions={<UnlockButton />}
        />
      ) : null}
      {faults.map((fault) => (
        <ErrorNotice key={fault.code} error={fault} />
      ))}
      <QueueNotice />
      <UpdateNotice />
    </div>
  );
}
