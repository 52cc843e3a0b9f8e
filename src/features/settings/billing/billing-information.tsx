import { Badge, Group } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import { allowedActions, isPaid } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { contentKeptUntil, type SubscriptionStatus } from '@quartermaster/contract/subscription.ts';
import type { ReactNode } from 'react';
import { moneyText } from '../../../shared/billing/money.ts';
import { billingDate } from '../../../shared/ui/date-time.ts';
import { Section } from '../section.tsx';
import { ActionButton } from './action-button.tsx';
import classes from './billing.module.css';
import type { BillingControls } from './billing-request.ts';
import { billingState } from './billing-state.ts';

const statuses: Record<SubscriptionStatus, { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  trial: { label: 'Trial', color: 'indigo' },
  past_due: { label: 'Past due', color: 'red' },
  cancel_requested: { label: 'Canceled, still active', color: 'amber' },
  canceled: { label: 'Canceled', color: 'red' },
};

/** The meaning of a subscription's billing date. */
const dateNames: Record<SubscriptionStatus, string> = {
  active: 'Next billing date',
  trial: 'Trial ends on',
  past_due: 'Payment was due on',
  cancel_requested: 'Active until',
  canceled: 'Ended on',
};

interface BillingInformationProps extends BillingControls {
  subscription: Subscription;
}

/** The payments, their dates and purposes, and how to cancel. */
export function BillingInformation({ subscription, isWaiting, onRequest }: BillingInformationProps) {
  const { type, status, next_billing_date_at: date, next_payment, recurring_payment, ends_as } = subscription;
  const allowed = allowedActions(billingState(subscription));
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
      {(allowed.includes('payment') || allowed.includes('cancel')) && (
        <Group gap="xs" mt="sm">
          {allowed.includes('payment') && (
            <ActionButton variant="default" isWaiting={isWaiting} onClick={() => onRequest({ action: 'payment' })}>
              Update payment method
            </ActionButton>
          )}
          {allowed.includes('cancel') && (
            <ActionButton
              variant="subtle"
              color="red"
              c="var(--mantine-color-error)"
              isWaiting={isWaiting}
              onClick={() => onRequest({ action: 'cancel' })}
            >
              Cancel subscription
            </ActionButton>
          )}
        </Group>
      )}
    </Section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
