import { format } from 'date-fns/format';

/** The first moment of a day without a zone, `2026-11-03`, in the user's time zone. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);

const named = (pattern: string) => (day: string) => format(startOfDay(day), pattern);

/** `Mon`. */
export const shortName = named('EEE');
/** `Monday`. */
export const longName = named('EEEE');
/** `3`. */
export const dayOfMonth = named('d');
/** `3 Nov`. */
export const shortDay = named('d MMM');
/** `November 2026`. */
export const monthOf = named('MMMM yyyy');
/** `Tuesday, 3 November 2026`. */
export const spokenName = named('EEEE, d MMMM yyyy');
