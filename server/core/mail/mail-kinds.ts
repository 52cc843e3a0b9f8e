/**
 * The kinds of mail, and the queue of each: many of one kind, or one that hangs, hold up no other. What somebody sits and
 * waits for has the most ways out.
 */
export const mailKinds = {
  /** Somebody has asked for it and goes on with it: links, codes, and what is told in place of one. */
  awaited: { job: 'mail', concurrency: 4 },
  /** Tells somebody of what has happened. */
  notice: { job: 'mail-notice', concurrency: 2 },
  /** To whoever runs the server. */
  operator: { job: 'mail-operator', concurrency: 1 },
} as const;

/** The kind of a mail; every letter says its own. */
export type MailKind = keyof typeof mailKinds;
