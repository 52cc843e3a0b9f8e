import { type NotificationsStore, updateNotificationsState } from '@mantine/notifications';

const prefix = 'unanswered:';

/** The id of the toast of a query without an answer: one per operation, however often it is tried. */
export const unansweredId = (title: string): string => prefix + title;

/** Hides the toasts of queries without an answer, also those that are still queued. */
export function hideUnanswered(store: NotificationsStore): void {
  updateNotificationsState(store, (all) => all.filter(({ id }) => !id?.startsWith(prefix)));
}
