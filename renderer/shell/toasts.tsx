import { Notifications } from '@mantine/notifications';

/**
 * The short notes of `useNotify`, in a place of their own below the page: they take room from it,
 * and cover nothing that can be pressed.
 */
export function Toasts() {
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
