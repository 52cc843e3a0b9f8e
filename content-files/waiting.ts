/** How often a running job is asked for, in milliseconds. */
const pollInterval = 500;

/** Waits until a running job is asked for again. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pollInterval));
