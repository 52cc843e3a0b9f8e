import { createNotificationsStore, type NotificationsStore } from '@mantine/notifications';

/** So many toasts are shown at once; what comes beyond waits until one of them has gone. */
export const toastLimit = 9;

/** The toasts of one console. They come before what draws them, which would set the limit too late for the first ones. */
export function createToasts(): NotificationsStore {
  const store = createNotificationsStore();
  store.updateState((state) => ({ ...state, limit: toastLimit }));
  return store;
}
