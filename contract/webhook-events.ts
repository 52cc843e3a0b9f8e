/** The events that webhooks are sent for, with what they stand for. A test is not one: it is sent by hand. */
export const webhookEvents = {
  'change_set.applied': 'A sync, an import, a bulk edit or its undo was applied',
  'export.completed': 'An export was completed, and its build can be read',
  'channel.changed': 'A channel points at another build, or was deleted',
  'release.refused': 'A release could not be published at its time, and nothing has changed',
  'item.saved': 'Items were created, saved or deleted, one by one or in one request',
  'template.saved': 'A template was created, saved or deleted',
} as const;

/** The name of an event that webhooks are sent for. */
export type WebhookEvent = keyof typeof webhookEvents;

/** The names of all events, in the order in which they are offered. */
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** The events of single saves, which are far more frequent than the others. */
export const saveEvents: readonly WebhookEvent[] = ['item.saved', 'template.saved'];

/** The type of a message that is sent by hand, to try a webhook. */
export const testEvent = 'webhook.test';

/** Hours after an event in which its message is tried again. */
export const retryHours = 24;

/** Hours in which the previous secret goes on signing after a rotation. */
export const previousSecretHours = 24;
