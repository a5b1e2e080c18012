import { useEffect, useEffectEvent, useState } from 'react';
import type { EventPayload } from '../../contract/events.ts';
import { useHost, useMethod } from '../api/queries.ts';
import { batchHash, parsePlace } from '../router.ts';
import { countTexts } from '../shared/history/batch-states.ts';
import { useTexts } from '../texts.ts';
import { useNotify } from './notify.tsx';
import { isOutOfSight, showSystemNotice } from './system-notice.ts';

function goToBatch(id: string): void {
  window.location.hash = batchHash(id);
}

/**
 * Shows in the window that a batch has finished, with a link to its summary; in a browser also
 * through the system, if allowed and the window is not in front.
 */
export function BatchNotice() {
  const { t } = useTexts();
  const { bridge } = useHost();
  const notify = useNotify();
  const settings = useMethod('settings.get', {});
  const status = useMethod('app.status', {});
  const [said, setSaid] = useState({ id: '', text: '' });
  const tell = useEffectEvent(({ batchId, ...counts }: EventPayload<'batch.ended'>) => {
    const parts = countTexts(t, counts);
    const title = t(counts.queuedThere > 0 ? 'batch.sentTitle' : 'batch.endedTitle');
    const here = parsePlace(window.location.hash);
    // Submit's foot links to it, and its own page shows it: only a screen reader is told.
    if (here.screen === 'submit' || here.inner === batchId)
      setSaid({ id: batchId, text: `${title}: ${parts.join(' · ')}` });
    else {
      const link = { href: batchHash(batchId), text: t('batch.open') };
      notify({
        tone: counts.accepted === counts.files ? 'good' : 'plain',
        title,
        lines: [parts.join(' · ')],
        link,
        name: 'batch-ended',
      });
    }
    const isWanted = settings.data?.notifyWhenDone === true && counts.cancelled < counts.files;
    if (status.data?.face !== 'browser' || !isWanted || !isOutOfSight()) return;
    showSystemNotice({
      title,
      body: parts.join(' · '),
      tag: batchId,
      onPress: () => goToBatch(batchId),
    });
  });
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.name === 'batch.ended') tell(event.payload);
      }),
    [bridge],
  );
  return (
    <span role="status" className="z-hidden">
      {/* A second batch may end with the same words. */}
      <span key={said.id}>{said.text}</span>
    </span>
  );
}
