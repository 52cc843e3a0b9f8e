import { format } from 'date-fns';

/** The time of an export in the user's own time zone: `05 Jan, 2026 9:07:03`. */
export const reportDate = (moment: string): string => format(new Date(moment), 'dd MMM, yyyy H:mm:ss');
