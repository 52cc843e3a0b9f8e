/** The largest id that PostgreSQL's `integer` can hold. */
export const largestId = 2_147_483_647;
