/** How long a test waits for what has to come, in milliseconds: a busy machine makes it late and not wrong. */
export const patience = 60_000;
