/** How long a test waits for what has to come, in milliseconds: a busy machine makes it late and not wrong. */
export const timeout = Number(process.env.TEST_TIMEOUT ?? 60_000);
