import { Badge } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import { isPaid } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { contentKeptUntil, type SubscriptionStatus } from '@quartermaster/contract/subscription.ts';
import type { ReactNode } from 'react';
import { moneyText } from '../../../shared/billing/money.ts';
import { billingDate } from '../../../shared/ui/date-time.ts';
import { Section } from '../section.tsx';
import classes from './billing.module.css';

const statuses: Record<SubscriptionStatus, { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  trial: { label: 'Trial', color: 'indigo' },
  past_due: { label: 'Past due', color: 'red' },
  cancel_requested: { label: 'Canceled, still active', color: 'amber' },
  canceled: { label: 'Canceled', color: 'red' },
};

/** What the billing date of a subscription is. */
const dateNames: Record<SubscriptionStatus, string> = {
  active: 'Next billing date',
  trial: 'Trial ends on',
  past_due: 'Payment was due on',
  cancel_requested: 'Active until',
  canceled: 'Ended on',
};

/** What is paid, when, and for what. */
export function BillingInformation({ subscription }: { subscription: Subscription }) {
  const { type, status, next_billing_date_at: date, next_payment, recurring_payment, ends_as } = subscription;
  const hasPayments = isPaid(type) && (status === 'active' || status === 'past_due');
  return (
    <Section title="Billing information">
      <dl className={classes.facts}>
        <Fact name="Plan">
          {plans[type].label}
          <Badge color={statuses[status].color} variant="light" radius="sm" tt="none">
            {statuses[status].label}
          </Badge>
        </Fact>
        {date !== null && <Fact name={dateNames[status]}>{billingDate(date)}</Fact>}
        {status === 'cancel_requested' && (
          <Fact name="After that">{ends_as === 'free' ? plans.free.label : 'Canceled'}</Fact>
        )}
        {status === 'canceled' && date !== null && (
          <Fact name="Data is stored until">{billingDate(contentKeptUntil(date))}</Fact>
        )}
        {hasPayments && <Fact name={status === 'past_due' ? 'Due' : 'Next payment'}>{moneyText(next_payment)}</Fact>}
        {hasPayments && <Fact name="Recurring payment">{moneyText(recurring_payment)} per month</Fact>}
      </dl>
    </Section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
