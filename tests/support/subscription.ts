import type { Plan } from '@quartermaster/contract/access.ts';
import type { SubscriptionStatus } from '@quartermaster/contract/subscription.ts';
import type { TestServer } from './server.ts';

/** A stored subscription; `due` is its billing date in seconds from now, or none. */
interface Stored {
  plan: Plan;
  status: SubscriptionStatus;
  due?: number | null;
  members?: number;
  projects?: number;
  endsAs?: 'canceled' | 'free';
  /** Whether a purchase paid for fewer seats than are used. */
  isShort?: boolean;
  /** In cents. */
  next?: number;
  recurring?: number;
}

const day = 86_400;
/** Three days, and a minute for the test itself. */
export const inThreeDays = 3 * day + 60;

/** Puts the subscription of a workspace into a state, as the payment provider's webhooks would. */
export async function setSubscription(
  { app, clock, studio }: TestServer,
  { plan, status, due = 20 * day, members = 3, projects = 3, endsAs, next = 0, recurring = 0, isShort = false }: Stored,
  workspaceId = studio.workspaceId,
): Promise<void> {
  const at = due === null ? null : new Date(clock.now().getTime() + due * 1000);
  await app.deps.database.query(
    `update subscriptions set plan = $2, status = $3, next_billing_date_at = $4, members = $5, projects = $6, ends_as = $7,
        next_payment = $8, recurring_payment = $9, is_short_of_seats = $10
      where workspace_id = $1`,
    [workspaceId, plan, status, at, members, projects, endsAs ?? null, next, recurring, isShort],
  );
}
