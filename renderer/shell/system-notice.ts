/**
 * Whether this window's own browser may show notices of the system: not on the desktop, whose host
 * shows them.
 */
export type NoticePermission = 'none' | NotificationPermission;

/** How it stands now; `none` where there is no such thing. */
export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/**
 * Asks the person, through the browser. Only at a press of a button: browsers refuse it otherwise.
 */
export async function askForNotices(): Promise<NoticePermission> {
  return typeof Notification === 'undefined' ? 'none' : Notification.requestPermission();
}

/** Whether nobody looks at this window now. */
export function isOutOfSight(): boolean {
  return document.visibilityState === 'hidden' || !document.hasFocus();
}

/**
 * Shows a notice of the system where that is allowed; one with the same `tag` takes its place. A
 * press of it comes back to this window.
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
