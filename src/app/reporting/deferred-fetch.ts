/** Delay after the start, in milliseconds, so that deferred downloads do not compete with the first page. */
export const deferredFetch = 3000;
