/** Lifetime of a session token, in seconds. */
export const sessionSeconds = 15 * 60;
