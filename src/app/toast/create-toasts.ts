import { createNotificationsStore, type NotificationsStore } from '@mantine/notifications';

/** Maximum number of toasts shown at once; further ones are queued. */
export const toastLimit = 9;

/**
 * The toast store of one console. Created with its limit before the component that renders it, which would set the
 * limit too late for the first toasts.
 */
export function createToasts(): NotificationsStore {
  const store = createNotificationsStore();
  store.updateState((state) => ({ ...state, limit: toastLimit }));
  return store;
}
