import { plans } from '@quartermaster/contract/access.ts';
import { isPaid, type PlanCard as OfferedPlan, planCards } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { timeLeft } from '../../../shared/billing/time-left.ts';
import { useNow } from '../../../shared/ui/hooks/use-now.ts';
import { Section } from '../section.tsx';
import { ActionButton } from './action-button.tsx';
import classes from './billing.module.css';
import type { BillingControls, BillingRequest } from './billing-request.ts';
import { billingState } from './billing-state.ts';
import { PlanCard } from './plan-card.tsx';

interface PlanCardsProps extends BillingControls {
  subscription: Subscription;
}

/** The current plan and those offered, or only the current one if it cannot be changed. */
export function PlanCards({ subscription, isWaiting, onRequest }: PlanCardsProps) {
  const { next_billing_date_at: date } = subscription;
  const now = useNow();
  const hasEnded = date !== null && timeLeft(date, now) === null;
  return (
    <Section title="Plans">
      <div className={classes.cards}>
        {withCurrent(subscription).map((offered) => {
          const request = requestFor(offered);
          const isOver = request?.action === 'restore' && hasEnded;
          return (
            <PlanCard key={offered.plan} plan={offered.plan} subscription={subscription}>
              {request && !isOver && (
                <ActionButton variant={lookOf(offered)} isWaiting={isWaiting} onClick={() => onRequest(request)}>
                  {labelOf(offered)}
                </ActionButton>
              )}
            </PlanCard>
          );
        })}
      </div>
    </Section>
  );
}

/** The offered plans with the current one among them, the smallest first. */
function withCurrent(subscription: Subscription): OfferedPlan[] {
  const state = billingState(subscription);
  const offered = planCards(state);
  if (offered.some(({ plan }) => plan === state.plan)) return offered;
  const order = Object.keys(plans);
  const all = [...offered, { plan: state.plan, action: null }];
  return all.toSorted((a, b) => order.indexOf(a.plan) - order.indexOf(b.plan));
}

function requestFor({ plan, action }: OfferedPlan): BillingRequest | null {
  if (action === null) return null;
  if (action !== 'checkout') return { action };
  return isPaid(plan) ? { action, plan } : null;
}

/** The primary actions of the page are Reactivate and the largest plan. */
const lookOf = ({ plan, action }: OfferedPlan) => (action === 'restore' || plan === 'teams' ? 'filled' : 'default');

function labelOf({ plan, action }: OfferedPlan): string {
  const { label } = plans[plan];
  if (action === 'restore') return 'Reactivate';
  if (action === 'checkout') return `Buy ${label}`;
  if (action === 'upgrade') return `Upgrade to ${label}`;
  return action === 'downgrade' ? `Downgrade to ${label}` : `Switch to ${label}`;
}
