import { Notification } from 'electron';
import type { Deadline } from '../../../contract/client.ts';
import type { EventPayload } from '../../../contract/events.ts';
import { fill, type Texts } from './texts.ts';

const counted = [
  ...(['accepted', 'withErrors', 'partiallyAccepted', 'rejected'] as const),
  ...(['unknown', 'queuedThere', 'failed', 'held'] as const),
];

/** References to shown notifications: without one it is garbage collected and its click is lost. */
const held = new Set<Notification>();

interface Listeners {
  onClick(): void;
  onFailed(): void;
}

function show(
  content: { readonly title: string; readonly body: string },
  { onClick, onFailed }: Listeners,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification(content);
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

/**
 * Shows a system notification when a batch ends; `onClick` opens its summary. It names no taxpayer,
 * since it may show on a locked screen. A batch that was withdrawn whole gets none.
 */
export function showBatchEnded(
  texts: Texts['finished'],
  counts: EventPayload<'batch.ended'>,
  listeners: Listeners,
): void {
  const partiallyAccepted = counts.partiallyAccepted - counts.withErrors;
  const unknown = counts.unknown - counts.queuedThere;
  const once = { ...counts, partiallyAccepted, unknown };
  const parts = counted.flatMap((name) =>
    once[name] === 0 ? [] : [fill(texts[name], { count: once[name] })],
  );
  if (parts.length === 0) return;
  const title = counts.queuedThere > 0 ? texts.sentTitle : texts.title;
  show({ title, body: parts.join(' · ') }, listeners);
}

/** Shows a system notification of a near deadline; it names no company, for the same reason. */
export function showDeadline(
  texts: Texts['deadline'],
  { daysLeft, companies }: Deadline,
  listeners: Listeners,
): void {
  const days = daysLeft === 1 ? texts.days_one : texts.days_other;
  const title = daysLeft === 0 ? texts.today : fill(days, { count: daysLeft });
  const body = fill(companies === 1 ? texts.companies_one : texts.companies_other, {
    count: companies,
  });
  show({ title, body }, listeners);
}
