import { number, object } from 'yup';

/** The most days that members can have to set up a second factor. */
export const longestFactorDays = 30;

const message = `Must be a number of days from 0 to ${longestFactorDays}`;

/** Validates the days that members have to set up a second factor. */
export const factorDaysRule = object({
  days: number().typeError(message).required(message).integer(message).min(0, message).max(longestFactorDays, message),
});
