/** How many rows a page may have; the first is the default. */
export const pageSizes = [10, 25, 50, 100] as const;
