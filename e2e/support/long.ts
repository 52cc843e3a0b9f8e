/** Whether this is a run of all tests. */
export const isLong = process.env.TEST_ALL !== undefined;

/** Marks a test that repeats at length what others show: only a run of all tests has it. */
export const long = { tag: '@long' };
