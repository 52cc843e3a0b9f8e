import { Alert } from '@mantine/core';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { seatsText } from '../../../shared/billing/seats-text.ts';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';

/** Shown while fewer seats are paid for than are used: the workspace is read-only. */
export const SeatsNotice = ({ subscription }: { subscription: Subscription }) => (
  <Alert color="red" icon={<IconAlertTriangle size={18} />} title="This workspace is read-only">
    {seatsText(subscription)} The payment provider is asked to add the missing seats automatically. You can also add
    them below, or remove members or invitations.
  </Alert>
);
