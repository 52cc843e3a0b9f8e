import { format } from 'date-fns/format';

/** A date and time for lists, in the user's time zone: `05 Jan, 2026 9:07:03`. */
export const dateTime = (moment: string): string => format(new Date(moment), 'dd MMM, yyyy H:mm:ss');

/** A date for lists, in the user's time zone: `05 Jan, 2026`. */
export const day = (moment: string): string => format(new Date(moment), 'dd MMM, yyyy');

/** A date for billing, in the user's time zone: `January 5, 2026`. */
export const billingDate = (moment: string | Date): string => format(moment, 'MMMM d, yyyy');
