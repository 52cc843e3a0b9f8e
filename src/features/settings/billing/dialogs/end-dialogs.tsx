import { plans } from '@quartermaster/contract/access.ts';
import type { Subscription, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { contentKeptUntil } from '@quartermaster/contract/subscription.ts';
import { moneyText } from '../../../../shared/billing/money.ts';
import { useChangeSubscription } from '../../../../shared/billing/use-change-subscription.ts';
import { billingDate } from '../../../../shared/ui/date-time.ts';
import { ConfirmDialog } from '../../../../shared/ui/dialog/confirm-dialog.tsx';

interface EndDialogProps {
  opened: boolean;
  onClose: () => void;
  workspace: Pick<Workspace, 'id' | 'name'>;
  subscription: Subscription;
}

/** Asks for confirmation before a subscription is canceled. */
export function CancelDialog({ opened, onClose, workspace, subscription }: EndDialogProps) {
  const { mutateAsync } = useChangeSubscription(workspace.id, subscription);
  const { type, status, next_billing_date_at: date } = subscription;
  const isAtOnce = status === 'past_due' || date === null;
  const keeps = isAtOnce
    ? `${workspace.name} loses the ${plans[type].label} plan at once.`
    : `${workspace.name} keeps the ${plans[type].label} plan until ${billingDate(date)}.`;
  const storedText =
    date === null ? '' : ` It is deleted on ${billingDate(contentKeptUntil(date))}, unless a plan is bought before.`;
  return (
    <ConfirmDialog
      opened={opened}
      title="Cancel subscription"
      message={`${keeps} After that its content is read-only.${storedText}`}
      confirmLabel="Yes, cancel subscription"
      cancelLabel="No, keep subscription"
      danger
      onCancel={onClose}
      onConfirm={async () => {
        const success = isAtOnce
          ? 'Your subscription has been canceled'
          : 'Your subscription has been canceled. Access will continue until the next billing date';
        await mutateAsync({ change: { action: 'cancel' }, success });
        onClose();
      }}
    />
  );
}

/** Asks for confirmation before a workspace moves to Free. */
export function SwitchToFreeDialog({ opened, onClose, workspace, subscription }: EndDialogProps) {
  const { mutateAsync } = useChangeSubscription(workspace.id, subscription);
  const { type, status, next_billing_date_at: date } = subscription;
  const when =
    status === 'canceled' || date === null || Date.parse(date) <= Date.now()
      ? `${workspace.name} is on the Free plan at once.`
      : `${workspace.name} keeps the ${plans[type].label} plan until ${billingDate(date)}, and is on the Free plan from then on.`;
  return (
    <ConfirmDialog
      opened={opened}
      title="Switch to Free"
      message={`${when} Nothing is deleted: content that Free does not include becomes read-only.`}
      confirmLabel="Yes, switch to Free"
      cancelLabel="No, keep the plan"
      onCancel={onClose}
      onConfirm={async () => {
        await mutateAsync({ change: { action: 'switchToFree' } });
        onClose();
      }}
    />
  );
}

/** Asks for confirmation before a cancellation is revoked, as payments then continue. */
export function ReactivateDialog({ opened, onClose, workspace, subscription }: EndDialogProps) {
  const { mutateAsync } = useChangeSubscription(workspace.id, subscription);
  const { type, next_billing_date_at: date, recurring_payment } = subscription;
  // A trial costs nothing.
  const cost = recurring_payment > 0 ? ` It costs ${moneyText(recurring_payment)} per month` : '';
  const next = cost && date !== null ? `, and the next payment is due on ${billingDate(date)}` : '';
  return (
    <ConfirmDialog
      opened={opened}
      title="Reactivate subscription"
      message={`${workspace.name} stays on the ${plans[type].label} plan.${cost}${next}${cost && '.'}`}
      confirmLabel="Yes, reactivate"
      cancelLabel="No, let it end"
      onCancel={onClose}
      onConfirm={async () => {
        await mutateAsync({ change: { action: 'restore' } });
        onClose();
      }}
    />
  );
}
