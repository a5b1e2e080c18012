import { Notification } from 'electron';
import type { EventPayload } from '../../../contract/events.ts';
import { fill, type Texts } from './texts.ts';

const counted = [
  ...(['accepted', 'withErrors', 'partiallyAccepted', 'rejected'] as const),
  ...(['unknown', 'queuedThere', 'failed', 'held'] as const),
];

/** A notification that nobody holds is collected as garbage, and its click with it. */
const held = new Set<Notification>();

/**
 * Says that a batch has ended and how, in the system's own way; `onClick` leads to its summary.
 * Nothing of a taxpayer is in it: it may show on a locked screen. A batch that was taken back whole
 * is not worth a word.
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
