import { Notification } from 'electron';
import type { EventPayload } from '../../../contract/events.ts';
import { fill, type Texts } from './texts.ts';

const counted = [
  ...(['accepted', 'withErrors', 'partiallyAccepted', 'rejected'] as const),
  ...(['unknown', 'queuedThere', 'failed', 'held'] as const),
];

/** References to shown notifications: without one it is garbage collected and its click is lost. */
const held = new Set<Notification>();

/**
 * Shows a system notification when a batch ends; `onClick` opens its summary. It names no taxpayer,
 * since it may show on a locked screen. A batch that was withdrawn whole gets none.
 */
export function showBatchEnded(
  texts: Texts['finished'],
  counts: EventPayload<'batch.ended'>,
  { onClick, onFailed }: { onClick(): void; onFailed(): void },
): void {
  const partiallyAccepted = counts.partiallyAccepted - counts.withErrors;
  const unknown = counts.unknown - counts.queuedThere;
  const once = { ...counts, partiallyAccepted, unknown };
  const parts = counted.flatMap((name) =>
    once[name] === 0 ? [] : [fill(texts[name], { count: once[name] })],
  );
  if (parts.length === 0 || !Notification.isSupported()) return;
  const title = counts.queuedThere > 0 ? texts.sentTitle : texts.title;
  const notification = new Notification({ title, body: parts.join(' · ') });
  const letGo = (): void => void held.delete(notification);
  held.add(notification);
  notification.on('click', () => {
    letGo();
    onClick();
  });
  notification.on('close', letGo);
  notification.on('failed', () => {
    letGo();
    onFailed();
  });
  notification.show();
}
