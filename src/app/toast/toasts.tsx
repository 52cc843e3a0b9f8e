import { Notifications, type NotificationsStore } from '@mantine/notifications';
import { toastLimit } from './create-toasts.ts';
import classes from './toasts.module.css';

/** Toasts appear at the bottom right for seven seconds. */
export function Toasts({ store }: { store: NotificationsStore }) {
  return (
    <Notifications
      store={store}
      position="bottom-right"
      limit={toastLimit}
      autoClose={7000}
      containerWidth={356}
      transitionDuration={150}
      zIndex={1000}
      classNames={{ root: classes.toasts, notification: classes.toast }}
    />
  );
}
