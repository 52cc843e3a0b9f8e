/** The events that webhooks are sent for, with what they stand for. A test is not one: it is sent by hand. */
export const webhookEvents = {
  'change_set.applied': 'A sync, an import, a bulk edit or its undo was applied',
  'export.completed': 'An export was completed, and its build can be read',
  'channel.changed': 'A channel points at another build, or was deleted',
  'release.refused': 'A release could not be published at its time, and nothing has changed',
  'comment.created': 'Somebody wrote a comment on an item, a template, a review, a release or a proposal',
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

/** The type of the message that asks before a save. */
export const checkEvent = 'check.requested';

/** What happens to a save if a webhook that is asked before it fails: it goes through, or it is refused. */
export type FailureMode = 'open' | 'closed';

/** Bounds of the calls before saves. */
export const checkLimits = {
  /** Seconds in which the receiver has to answer. */
  seconds: 3,
  /** Messages to one receiver that one server waits for at once: a receiver that saves in the meantime causes no more of them. */
  atOnce: 8,
  /** Further messages to one receiver that wait; the saves of more are refused with 503. */
  waiting: 100,
  /** Items of a message, and its bytes unless a single item has more. */
  items: 250,
  bytes: 1024 * 1024,
  /** Bytes of a single item, as it is sent. */
  itemBytes: 8 * 1024 * 1024,
  /** Bytes of an answer, the refusals in it, and the characters of each reason. */
  answerBytes: 256 * 1024,
  refusals: 1000,
  reasonLength: 300,
  /** After that many failures in a row, the webhook is not asked for so many seconds. */
  failures: 5,
  pauseSeconds: 60,
} as const;
