/** The changes of an instance that its summary counts: on so many last days, at most so many a day, which stand for as many or more. */
export const activityLimits = { days: 30, perDay: 200 } as const;
