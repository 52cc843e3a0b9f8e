import { Text } from '@mantine/core';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { useChangeSubscription } from '../../../../shared/billing/use-change-subscription.ts';
import { billingQueries } from '../../../../shared/data/billing.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { DialogForm, FormDialog } from '../../../../shared/ui/dialog/form-dialog.tsx';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { Price } from '../price-table.tsx';

const texts = {
  upgrade: {
    title: 'Upgrade to Teams',
    message: 'The workspace has all that Teams includes at once. Projects get the instances that they lack.',
  },
  downgrade: {
    title: 'Downgrade to Starter',
    message:
      'The workspace is on Starter at once. Nothing is deleted: content that Starter does not include becomes read-only.',
  },
} as const;

interface PlanChangeDialogProps {
  opened: boolean;
  onClose: () => void;
  workspaceId: number;
  subscription: Subscription;
  action: 'upgrade' | 'downgrade';
}

/** Shows the price of another paid plan, and asks for confirmation before the workspace switches to it. */
export const PlanChangeDialog = ({ opened, ...form }: PlanChangeDialogProps) => (
  <FormDialog opened={opened} onClose={form.onClose} title={texts[form.action].title}>
    <PlanChangeForm {...form} />
  </FormDialog>
);

function PlanChangeForm({ onClose, workspaceId, subscription, action }: Omit<PlanChangeDialogProps, 'opened'>) {
  const change = useChangeSubscription(workspaceId, subscription);
  const preview = useQuery(billingQueries.preview(useRequest(), workspaceId, { action }));
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ change: { action } }, { onSuccess: onClose });
      }}
      onCancel={onClose}
      submitLabel={texts[action].title}
      isSubmitting={change.isPending}
      isReady={preview.isSuccess}
    >
      <ErrorCallout error={change.error} />
      <Text size="sm">{texts[action].message}</Text>
      <Price query={preview} preview={preview.data} />
    </DialogForm>
  );
}
