import type { Subscription, Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useLast } from '../../../../shared/ui/hooks/use-last.ts';
import type { BillingRequest } from '../billing-request.ts';
import { BuyDialog, PaymentDialog } from '../checkout/checkout-dialogs.tsx';
import { CancelDialog, ReactivateDialog, SwitchToFreeDialog } from './end-dialogs.tsx';
import { PlanChangeDialog } from './plan-change-dialog.tsx';

interface ChangeDialogsProps {
  pending: BillingRequest | null;
  onClose: () => void;
  workspace: Pick<Workspace, 'id' | 'name'>;
  subscription: Subscription;
}

/** The dialogs that confirm a change, or take a payment. */
export function ChangeDialogs({ pending, onClose, workspace, subscription }: ChangeDialogsProps) {
  const last = useLast(pending);
  const about = { onClose, workspace, subscription };
  const ofWorkspace = { onClose, workspaceId: workspace.id, subscription };
  const action = pending?.action;
  return (
    <>
      <CancelDialog {...about} opened={action === 'cancel'} />
      <SwitchToFreeDialog {...about} opened={action === 'switchToFree'} />
      <ReactivateDialog {...about} opened={action === 'restore'} />
      {(['upgrade', 'downgrade'] as const).map((one) => (
        <PlanChangeDialog key={one} {...ofWorkspace} opened={action === one} action={one} />
      ))}
      <PaymentDialog {...ofWorkspace} opened={action === 'payment'} />
      {last?.action === 'checkout' && <BuyDialog {...ofWorkspace} opened={action === 'checkout'} plan={last.plan} />}
    </>
  );
}
