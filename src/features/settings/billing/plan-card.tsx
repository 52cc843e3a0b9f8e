import { Badge, Text, Title, VisuallyHidden } from '@mantine/core';
import { type Plan, plans } from '@quartermaster/contract/access.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { type ReactNode, useId } from 'react';
import { priceText } from '../../../shared/billing/money.ts';
import { timeLeft } from '../../../shared/billing/time-left.ts';
import { currentPlanOf } from '../../../shared/data/workspaces.ts';
import { useNow } from '../../../shared/ui/hooks/use-now.ts';
import { IconCheck } from '../../../shared/ui/icons/check.ts';
import { IconMinus } from '../../../shared/ui/icons/minus.ts';
import classes from './billing.module.css';
import { planLines } from './plan-features.ts';

interface PlanCardProps {
  plan: Plan;
  subscription: Subscription;
  /** The action for this plan. */
  children?: ReactNode;
}

/** A plan with its price and what it includes. */
export function PlanCard({ plan, subscription, children }: PlanCardProps) {
  const id = useId();
  const { label, pricePerMember } = plans[plan];
  const current = currentPlanOf(subscription);
  const isCurrent = plan === current.plan && !current.isCanceled;
  return (
    <section className={classes.card} aria-labelledby={id} data-current={isCurrent}>
      <div className={classes.name}>
        <Title order={3} id={id} size="lg">
          {label}
        </Title>
        {isCurrent && (
          <Badge variant="light" radius="sm" tt="none">
            Current plan
          </Badge>
        )}
      </div>
      <p className={classes.price}>
        <strong>{priceText(pricePerMember)}</strong>{' '}
        <span>per member and month{pricePerMember > 0 && ', plus tax'}</span>
      </p>
      <ul className={classes.lines}>
        {planLines(plan).map(({ text, isIncluded }) => (
          <li key={text} data-included={isIncluded}>
            {isIncluded ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
            {!isIncluded && <VisuallyHidden>Not included: </VisuallyHidden>}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {plan === subscription.type && <Remaining subscription={subscription} />}
      {children}
    </section>
  );
}

/** How long a trial, or a canceled subscription, still lasts. */
function Remaining({ subscription: { status, next_billing_date_at: date } }: { subscription: Subscription }) {
  const now = useNow();
  if (date === null || (status !== 'trial' && status !== 'cancel_requested')) return null;
  const left = timeLeft(date, now);
  const over = status === 'trial' ? 'The trial has ended' : 'Its time is over';
  return (
    <Text size="sm" fw={500}>
      {left === null ? over : `${left} left`}
    </Text>
  );
}
