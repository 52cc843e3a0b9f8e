import { format } from 'date-fns/format';

/** A moment as people read it in lists, in their own time zone: `05 Jan, 2026 9:07:03`. */
export const dateTime = (moment: string): string => format(new Date(moment), 'dd MMM, yyyy H:mm:ss');

/** The day of a moment as billing has it, in the user's time zone: `January 5, 2026`. */
export const billingDate = (moment: string | Date): string => format(moment, 'MMMM d, yyyy');
