/** Available page sizes; the first one is the default. */
export const pageSizes = [10, 25, 50, 100] as const;
