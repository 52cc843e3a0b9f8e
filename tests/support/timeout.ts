/** The timeout in milliseconds for something that has to happen: a busy machine is slow, not wrong. */
export const timeout = Number(process.env.TEST_TIMEOUT ?? 90_000);
