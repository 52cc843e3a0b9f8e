/**
 * The kinds of mail and their queues: many mails of one kind, or one that hangs, do not delay the others. Mails that a
 * user is waiting for get the most workers.
 */
export const mailKinds = {
  /** Requested by a user who is waiting for it: links, codes, and mails sent in place of one. */
  awaited: { job: 'mail', concurrency: 4 },
  /** Reports an event to a user. */
  notice: { job: 'mail-notice', concurrency: 2 },
  /** For the operator of the server. */
  operator: { job: 'mail-operator', concurrency: 1 },
} as const;

/** The kind of a mail; every letter specifies its kind. */
export type MailKind = keyof typeof mailKinds;
