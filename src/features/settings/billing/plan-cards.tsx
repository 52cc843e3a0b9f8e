import { planCards } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { Section } from '../section.tsx';
import classes from './billing.module.css';
import { PlanCard } from './plan-card.tsx';

/** The plans that are offered, or the current one where it cannot be changed. */
export const PlanCards = ({ subscription }: { subscription: Subscription }) => (
  <Section title="Plans">
    <div className={classes.cards}>
      {planCards({ plan: subscription.type, status: subscription.status }).map(({ plan }) => (
        <PlanCard key={plan} plan={plan} subscription={subscription} />
      ))}
    </div>
  </Section>
);
