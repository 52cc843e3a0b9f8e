import { plans } from '@quartermaster/contract/access.ts';
import { AppError } from '../../core/base/errors.ts';
import type { PaidItems } from '../../core/payments/payment-provider.ts';

/** Maximum number of people named. */
export const named = 5;

/** The used part of the paid items; `removable` are some of the people who could be removed. */
export interface Usage {
  members: number;
  projects: number;
  removable: readonly string[];
}

/** Refuses seats and projects below those in use, and reports how many have to be removed. */
export function refuseBelowUsage({ plan, members, projects }: PaidItems, used: Usage): void {
  const included = plans[plan].projects;
  if (members < used.members) throw invalid(seatSentence(used.members - members, used));
  if (projects < included)
    throw invalid(`${plans[plan].label} includes ${included} projects. Choose ${included} or more.`);
  if (projects < used.projects)
    throw invalid(
      `The workspace has ${used.projects} projects, and one that is being deleted counts until it is gone. Delete ${used.projects - projects} first.`,
    );
}

const seatSentence = (excess: number, { members, removable }: Usage) =>
  `${members} seats are used by members and open invitations. Free ${excess} of them first${
    removable.length > 0 ? `, for example ${removable.join(', ')}` : ''
  }.`;

const invalid = (sentence: string) => new AppError('invalid', { message: sentence, fields: { new_value: sentence } });
