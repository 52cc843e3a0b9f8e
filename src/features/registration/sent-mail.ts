/** What the "check your email" screen knows; it is kept in the history's entry, so that a reload keeps it. */
export interface SentMail {
  email: string;
  /** When the last mail was asked for, in milliseconds since 1970. */
  sentAt: number;
  resends: number;
}

/** What a history entry says of a sent mail; `null` where it says nothing, and the form is shown. */
export function sentMailOf(state: unknown): SentMail | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null;
  const { email, sentAt, resends } = state as Record<string, unknown>;
  if (typeof email !== 'string' || typeof sentAt !== 'number' || typeof resends !== 'number') return null;
  return { email, sentAt, resends };
}
