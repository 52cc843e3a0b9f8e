import { Alert, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../shared/ui/icons/alert-triangle.ts';
import { ActionButton } from './action-button.tsx';
import type { BillingControls } from './billing-request.ts';

/** Shows that a payment is overdue, with a button to pay it. */
export const PastDueNotice = ({ isWaiting, onRequest }: BillingControls) => (
  <Alert color="red" icon={<IconAlertTriangle size={18} />}>
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        Your subscription payment is overdue. Please update your payment method to avoid service interruption.
      </Text>
      <ActionButton size="xs" isWaiting={isWaiting} onClick={() => onRequest({ action: 'payment' })}>
        Pay now
      </ActionButton>
    </Group>
  </Alert>
);
