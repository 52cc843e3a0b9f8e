import { format } from 'date-fns';

/** A moment of an export as people read it, in their own time zone: `05 Jan, 2026 9:07:03`. */
export const reportDate = (moment: string): string => format(new Date(moment), 'dd MMM, yyyy H:mm:ss');
