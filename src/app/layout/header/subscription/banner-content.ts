import { plans } from '@quartermaster/contract/access.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { contentKeptUntil } from '@quartermaster/contract/subscription.ts';
import { seatsText } from '../../../../shared/billing/seats-text.ts';
import { timeLeft } from '../../../../shared/billing/time-left.ts';
import { billingDate } from '../../../../shared/ui/date-time.ts';

/** The content of a subscription's banner. */
export interface BannerContent {
  text: string;
  /** Ordered by how soon access is lost. */
  tone: 'calm' | 'soon' | 'lost';
  /** An owner's next step on the billing page. */
  link?: 'Buy now' | 'Update payment details' | 'Reactivate' | 'Add seats';
  hasSupport?: true;
}

type Billed = Pick<
  Subscription,
  'type' | 'status' | 'next_billing_date_at' | 'is_short_of_seats' | 'members' | 'used_members'
>;

/** The banner of a subscription at a time in milliseconds since 1970; `null` if it needs none. */
export function bannerContent(subscription: Billed, now: number): BannerContent | null {
  const { type, status, next_billing_date_at: date } = subscription;
  const left = date === null ? null : timeLeft(date, now);
  switch (status) {
    case 'active':
      return subscription.is_short_of_seats
        ? { text: `Read-only: ${seatsText(subscription)}`, tone: 'lost', link: 'Add seats' }
        : null;
    case 'trial':
      if (date === null) return null;
      return left === null
        ? { text: 'Trial ended. Upgrade to keep using the plan', tone: 'soon', link: 'Buy now' }
        : { text: `${plans[type].label} trial ends in ${left}`, tone: 'calm', link: 'Buy now' };
    case 'past_due':
      return {
        text: 'Subscription is past due. Please update your payment.',
        tone: 'lost',
        link: 'Update payment details',
      };
    case 'cancel_requested':
      return {
        text: left === null ? 'Subscription canceled.' : `Subscription canceled. Still active for ${left}`,
        tone: 'soon',
        // From its end date on, it can no longer be reactivated.
        ...((date === null || left !== null) && { link: 'Reactivate' }),
      };
    case 'canceled': {
      const retention = date === null ? '' : ` Your data is stored until ${billingDate(contentKeptUntil(date))}.`;
      return { text: `Subscription canceled.${retention}`, tone: 'lost', hasSupport: true };
    }
  }
}
