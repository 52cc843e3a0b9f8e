import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';

/** How many seats are used and paid for, as a sentence. */
export const seatsText = ({ members, used_members }: Pick<Subscription, 'members' | 'used_members'>): string =>
  `${used_members} seats are used, ${members} paid for.`;
