import { Notification } from 'electron';
import type { Deadline } from '../../../contract/client.ts';
import type { EventPayload } from '../../../contract/events.ts';
import type { Log } from '../../platform/ports.ts';
import { batchPage, quarterPage } from './addresses.ts';
import type { DesktopSettings } from './desktop-settings.ts';
import type { MainWindow } from './main-window.ts';
import { fill } from './texts.ts';

const counted = [
  ...(['accepted', 'withErrors', 'partiallyAccepted', 'rejected'] as const),
  ...(['unknown', 'queuedThere', 'failed', 'held'] as const),
];

/** References to shown notifications: without one it is garbage collected and its click is lost. */
const held = new Set<Notification>();

interface NotificationsOptions {
  readonly window: MainWindow;
  readonly settings: DesktopSettings;
  readonly log: Log;
}

/**
 * Notifications of the system. They name no taxpayer, since they may show on a locked screen. A
 * click opens the page that they are about.
 */
export class Notifications {
  readonly #options: NotificationsOptions;

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  /**
   * Tells of a batch's end while the window is not in front. A batch that was withdrawn whole gets
   * no notification.
   */
  tellBatchEnded(counts: EventPayload<'batch.ended'>): void {
    const window = this.#options.window.current;
    if (window?.isFocused()) return;
    const texts = this.#options.settings.texts.finished;
    const partiallyAccepted = counts.partiallyAccepted - counts.withErrors;
    const unknown = counts.unknown - counts.queuedThere;
    const once = { ...counts, partiallyAccepted, unknown };
    const parts = counted.flatMap((name) =>
      once[name] === 0 ? [] : [fill(texts[name], { count: once[name] })],
    );
    if (parts.length === 0) return;
    window?.flashFrame(true);
    const title = counts.queuedThere > 0 ? texts.sentTitle : texts.title;
    this.#show({ title, body: parts.join(' · ') }, batchPage(counts.batchId));
  }

  tellDeadline({ daysLeft, companies }: Deadline): void {
    const texts = this.#options.settings.texts.deadline;
    const days = daysLeft === 1 ? texts.days_one : texts.days_other;
    const title = daysLeft === 0 ? texts.today : fill(days, { count: daysLeft });
    const body = fill(companies === 1 ? texts.companies_one : texts.companies_other, {
      count: companies,
    });
    this.#show({ title, body }, quarterPage);
  }

  #show(content: { readonly title: string; readonly body: string }, page: string): void {
    const { window, settings, log } = this.#options;
    if (!settings.notifies || !Notification.isSupported()) return;
    const notification = new Notification(content);
    const letGo = (): void => void held.delete(notification);
    held.add(notification);
    notification.on('click', () => {
      letGo();
      window.goTo(page);
    });
    // On Windows it then waits in the notification centre, where a click still counts.
    notification.on('close', ({ reason }) => {
      if (reason !== 'timedOut') letGo();
    });
    notification.on('failed', () => {
      letGo();
      log.warn('desktop.notice_failed');
    });
    notification.show();
  }
}
