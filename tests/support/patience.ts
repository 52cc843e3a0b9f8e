/** How long a test waits for what has to come, in milliseconds: a busy machine makes it late and not wrong. */
export const patience = Number(process.env.TEST_PATIENCE ?? 60_000);
