import { Notifications, useNotifications } from '@mantine/notifications';
import { usePageMark } from './page-mark.ts';

/**
 * The short notes of `useNotify`, over the page and above its foot: the page keeps its size, and
 * its foot and header stay usable.
 */
export function Toasts() {
  const count = useNotifications().notifications.length;
  usePageMark('toasts', count > 0);
  // A second one takes more of the page.
  usePageMark('toasts', count > 1);
  return (
    <div className="z-toasts" data-testid="toasts">
      {/* A note that goes away under the pointer must not keep the others from going. */}
      <Notifications
        withinPortal={false}
        pauseResetOnHover="notification"
        position="bottom-left"
        autoClose={6000}
        limit={3}
      />
    </div>
  );
}
