/**
 * Whether this window's browser may show system notifications: not on the desktop, whose host shows
 * them.
 */
export type NoticePermission = 'none' | NotificationPermission;

/** The current permission; `none` without notifications. */
export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/**
 * Asks the person, through the browser. Only after a press of a button: browsers refuse it
 * otherwise.
 */
export async function askForNotices(): Promise<NoticePermission> {
  return typeof Notification === 'undefined' ? 'none' : Notification.requestPermission();
}

/** Whether this window is not in front. */
export function isOutOfSight(): boolean {
  return document.visibilityState === 'hidden' || !document.hasFocus();
}

/**
 * Shows a system notification if allowed; one with the same `tag` replaces it. A press comes back
 * to this window.
 */
export function showSystemNotice(notice: {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly onPress: () => void;
}): void {
  if (noticePermission() !== 'granted') return;
  const { title, body, tag, onPress } = notice;
  const shown = new Notification(title, { body, tag });
  shown.addEventListener('click', () => {
    window.focus();
    onPress();
    shown.close();
  });
}
