import { type NotificationsStore, showNotification } from '@mantine/notifications';
import type { Notify } from '../../shared/session/services.ts';

/** Puts toasts into one console's own store; they are drawn by Toasts. */
export function createNotify(store: NotificationsStore): Notify {
  return {
    success: (message) => showNotification({ message, color: 'green', role: 'status' }, store),
    info: (message) => showNotification({ message, color: 'indigo', role: 'status' }, store),
    error: (title, message, eventId) => {
      const text = eventId ? (
        <>
          {message}
          <br />
          <small>Error ID: {eventId}</small>
        </>
      ) : (
        message
      );
      // The same operation failing again replaces nothing and adds nothing while its toast is still there.
      showNotification(
        { id: `error:${title}:${String(message)}`, title, message: text, color: 'red', role: 'alert' },
        store,
      );
    },
  };
}
