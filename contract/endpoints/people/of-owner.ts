import { hasRole } from '../../access.ts';

/** Access of the calls about a company's sign-in and directory. */
export const ofOwner = hasRole('workspace', 'owner');

/** The same for what closes a way in, which is possible whatever was paid. */
export const ofOwnerAlways = { ...ofOwner, evenCanceled: true, evenShortOfSeats: true };
