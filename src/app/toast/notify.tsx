import { type NotificationsStore, showNotification, updateNotificationsState } from '@mantine/notifications';
import type { Notify } from '../../shared/services/services.ts';
import { dismissButton } from '../theme/theme.ts';

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
    errors: (title, messages) => {
      const toasts = messages.map(([key, message]) => ({
        id: `error:${title}:${key}:${message}`,
        title,
        message,
        color: 'red',
        role: 'alert',
        // Hundreds would keep whatever comes after them for minutes.
        priority: -1,
        closeButtonProps: { ...dismissButton, onClick: () => dropWaiting() },
      }));
      const ids = new Set(toasts.map(({ id }) => id));
      const dropWaiting = () => {
        const waiting = new Set(store.getState().queue);
        updateNotificationsState(store, (all) => all.filter((one) => !waiting.has(one) || !ids.has(one.id ?? '')));
      };
      // At once, as the store sorts and draws all of them with each one that comes.
      updateNotificationsState(store, (all) => {
        const known = new Set(all.map(({ id }) => id));
        return [...all, ...toasts.filter(({ id }) => !known.has(id))];
      });
      return dropWaiting;
    },
  };
}
