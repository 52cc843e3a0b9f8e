/** Milliseconds after the start: by then the first page is there, and what is fetched is not in its way. */
export const deferredFetch = 3000;
