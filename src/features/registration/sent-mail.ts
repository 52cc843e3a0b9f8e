/** The state of the "check your email" screen; stored in the history entry, so that it survives a reload. */
export interface SentMail {
  email: string;
  /** When the last email was requested, in milliseconds since 1970. */
  sentAt: number;
  resends: number;
}

/** Reads the state of a history entry; `null` if it has none, and then the form is shown. */
export function sentMailOf(state: unknown): SentMail | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null;
  const { email, sentAt, resends } = state as Record<string, unknown>;
  if (typeof email !== 'string' || typeof sentAt !== 'number' || typeof resends !== 'number') return null;
  return { email, sentAt, resends };
}
