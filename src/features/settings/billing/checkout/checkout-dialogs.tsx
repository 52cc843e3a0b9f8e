import { Skeleton, Text } from '@mantine/core';
import { plans } from '@quartermaster/contract/access.ts';
import type { PaidPlan } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useSetAwaitedChange } from '../../../../shared/billing/awaited-changes.ts';
import { priceText } from '../../../../shared/billing/money.ts';
import { billingQueries } from '../../../../shared/data/billing.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { count } from '../../../../shared/ui/count.ts';
import { FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { NotLoaded } from '../../../../shared/ui/page/not-loaded.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

interface CheckoutDialogProps {
  opened: boolean;
  onClose: () => void;
  workspaceId: number;
  subscription: Subscription;
}

/** Buys a plan in the payment provider's checkout. */
export const BuyDialog = ({ opened, plan, ...props }: CheckoutDialogProps & { plan: PaidPlan }) => (
  <FormDialog opened={opened} onClose={props.onClose} title={`Buy ${plans[plan].label}`} size="lg" isSticky>
    <Buy plan={plan} {...props} />
  </FormDialog>
);

function Buy({ workspaceId, subscription, plan, onClose }: Omit<CheckoutDialogProps, 'opened'> & { plan: PaidPlan }) {
  const query = useQuery(billingQueries.checkout(useRequest(), workspaceId));
  const setAwaited = useSetAwaitedChange();
  const checkout = query.data;
  if (!checkout) return <NotYet query={query} />;
  const { prices, quantity, custom_data, ...script } = checkout;
  const { label, pricePerMember } = plans[plan];
  return (
    <>
      <Text size="sm" mb="md">
        {label} for {count(quantity, 'member')}, {priceText(pricePerMember)} each per month, plus tax.
      </Text>
      <CheckoutFrame
        script={script}
        order={{ items: [{ priceId: prices[plan], quantity }], customData: custom_data }}
        onCompleted={() => {
          const change = { action: 'checkout', plan, quantity } as const;
          setAwaited(workspaceId, { change, before: subscription, state: 'waiting' });
          onClose();
        }}
      />
    </>
  );
}

/** Changes the payment method, or pays what is overdue, in the payment provider's checkout. */
export const PaymentDialog = ({ opened, ...props }: CheckoutDialogProps) => (
  <FormDialog opened={opened} onClose={props.onClose} title="Update payment method" size="lg" isSticky>
    <UpdatePayment {...props} />
  </FormDialog>
);

function UpdatePayment({ workspaceId, subscription, onClose }: Omit<CheckoutDialogProps, 'opened'>) {
  const query = useQuery(billingQueries.paymentDetails(useRequest(), workspaceId));
  const setAwaited = useSetAwaitedChange();
  const details = query.data;
  if (!details) return <NotYet query={query} />;
  const { transaction_id: transactionId, ...script } = details;
  return (
    <CheckoutFrame
      script={script}
      order={{ transactionId }}
      onCompleted={() => {
        // This also pays what is overdue, and makes the subscription active.
        setAwaited(workspaceId, { change: { action: 'restore' }, before: subscription, state: 'waiting' });
        onClose();
      }}
    />
  );
}

const NotYet = ({ query }: { query: Parameters<typeof NotLoaded>[0]['query'] }) => (
  <NotLoaded query={query} title="The checkout could not be opened">
    <Skeleton height={450} />
  </NotLoaded>
);
